"""A page of results as an R4 searchset Bundle, within the same size as a compact page."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from inspect_physassist.chart.frozen import thaw
from inspect_physassist.chart.record import ChartView
from inspect_physassist.session.model import Language
from inspect_physassist.tools.passages import document_text, passage
from inspect_physassist.tools.render import Found, Page, as_of, fit, headline
from inspect_physassist.tools.wording import Wording


def bundle_page(view: ChartView, language: Language, found: Found) -> Page:
    """The results as a Bundle; what was cut and every remark stand in an OperationOutcome entry.

    The text of notes and reports is in the resource's narrative instead of a base64 attachment,
    which a language model cannot read.
    """
    words = Wording(language)

    def build(number: int, limit: int) -> str:
        issues: list[dict[str, Any]] = []
        entries = []
        for resource in found.resources[:number]:
            readable, remark = _readable(view, words, resource, limit, found.keyword)
            entries.append(_entry(readable, _mode(found, resource)))
            issues.extend([_issue(remark, "incomplete")] if remark else [])
        if number < found.matched:
            issues.insert(0, _issue(headline(words, found, number), "incomplete"))
        issues.extend(_issue(remark) for remark in (as_of(words, view), *found.remarks))
        outcome = {"resourceType": "OperationOutcome", "issue": issues}
        return _dump(
            view, _total(found), [*entries, {"resource": outcome, "search": {"mode": "outcome"}}]
        )

    if not found.resources:
        remarks = (words.say("nothing"), *found.remarks, as_of(words, view))
        outcome = {"resourceType": "OperationOutcome", "issue": [_issue(one) for one in remarks]}
        return Page(_dump(view, 0, [{"resource": outcome, "search": {"mode": "outcome"}}]), ())
    text, kept = fit(build, len(found.resources))
    if kept:
        return Page(text, found.resources[:kept])
    narrow = words.say("narrow_by_field", fields=words.listed(found.narrowing or ("hadm_id",)))
    issue = _issue(words.say("too_long", narrow=narrow), "too-costly")
    outcome = {"resourceType": "OperationOutcome", "issue": [issue]}
    entry = {"resource": outcome, "search": {"mode": "outcome"}}
    return Page(_dump(view, _total(found), [entry]), ())


def _dump(view: ChartView, total: int, entries: Sequence[Mapping[str, Any]]) -> str:
    bundle = {
        "resourceType": "Bundle",
        "type": "searchset",
        "timestamp": view.now.astimezone(view.timezone).isoformat(),
        "total": total,
        "entry": entries,
    }
    return json.dumps(bundle, ensure_ascii=False, separators=(",", ":"))


def _total(found: Found) -> int:
    """`Bundle.total` counts matches alone, not what is included with them."""
    included = sum(_mode(found, one) == "include" for one in found.resources)
    return found.matched - included


def _mode(found: Found, resource: Mapping[str, Any]) -> str:
    """The front sheet's other resources come along with the Patient, which alone was matched."""
    leading = found.resources[0].get("resourceType")
    return "match" if resource.get("resourceType") == leading else "include"


def _entry(resource: Mapping[str, Any], mode: str) -> dict[str, Any]:
    reference = f"urn:inspect-physassist:{resource.get('resourceType')}:{resource.get('id')}"
    return {"fullUrl": reference, "resource": resource, "search": {"mode": mode}}


def _issue(text: str, code: str = "informational") -> dict[str, Any]:
    return {"severity": "information", "code": code, "diagnostics": text}


def _readable(
    view: ChartView, words: Wording, resource: Mapping[str, Any], limit: int, keyword: str | None
) -> tuple[dict[str, Any], str | None]:
    """The resource with its text as a narrative, and what to say where that was cut."""
    plain: dict[str, Any] = thaw(resource)
    text = document_text(resource)
    attachments = [*plain.get("presentedForm", ())]
    attachments += [
        held["attachment"] for held in plain.get("content", ()) if isinstance(held, dict)
    ]
    if not text or not attachments:
        return plain, None
    for attachment in attachments:
        attachment.pop("data", None)
    part = passage(text, limit, keyword, view.vocabulary)
    div = f'<div xmlns="http://www.w3.org/1999/xhtml"><pre>{escape(part.text, quote=False)}</pre></div>'
    plain["text"] = {"status": "additional", "div": div}
    if not part.is_cut:
        return plain, None
    cut = words.say("entry_cut", shown=len(part.text), total=part.total)
    return plain, f"{plain.get('resourceType')}/{plain.get('id')}: {cut}"
