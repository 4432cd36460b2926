"""Every sentence and label the tools write themselves, in English and Chinese.

Record values stay as they are in the record; only what stands around them is here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from inspect_physassist.session.model import Bilingual, Language

SENTENCES: Mapping[str, Bilingual] = MappingProxyType(
    {
        # --- refusals: one sentence that says what is allowed ---
        "unknown_tool": Bilingual(
            en="There is no tool `{name}`; the nearest are {nearest}.",
            zh="没有名为 `{name}` 的工具；最接近的有 {nearest}。",
        ),
        "unparsable": Bilingual(
            en="The arguments of {tool} could not be read: send one JSON object, e.g. {example}.",
            zh="无法读取 {tool} 的参数：请发送一个 JSON 对象，例如 {example}。",
        ),
        "unknown_argument": Bilingual(
            en="{tool} has no argument {names}; it takes {allowed}.",
            zh="{tool} 没有参数 {names}；可用参数：{allowed}。",
        ),
        "takes_nothing": Bilingual(en="nothing (send {{}})", zh="无（发送 {{}}）"),
        "missing_argument": Bilingual(
            en="{tool} needs {names} (it takes {allowed}).",
            zh="{tool} 缺少必填参数 {names}（可用参数：{allowed}）。",
        ),
        "bad_argument": Bilingual(
            en="{name} of {tool} cannot be {value}; it must be {allowed}.",
            zh="{tool} 的 {name} 不能是 {value}；应为{allowed}。",
        ),
        "other_patient": Bilingual(
            en="Refused: this consultation is about patient {subject} only; no other patient's record can be opened or written to.",
            zh="已拒绝：本次会诊仅涉及患者 {subject}，不能查看或写入其他患者的记录。",
        ),
        # --- what an argument must be ---
        "must_text": Bilingual(en="a text that is not empty", zh="非空文本"),
        "must_free_text": Bilingual(en="a text", zh="文本"),
        "must_id": Bilingual(en="an id, as text or integer", zh="编号（文本或整数）"),
        "must_date": Bilingual(
            en="a date that exists, as YYYY-MM-DD", zh="真实存在的日期，格式 YYYY-MM-DD"
        ),
        "must_count": Bilingual(en="an integer from 1 to {maximum}", zh="1 至 {maximum} 的整数"),
        "must_days": Bilingual(
            en="a whole number of days, 1 to {maximum}", zh="1 至 {maximum} 的整数天数"
        ),
        "must_dose": Bilingual(
            en="an amount with its unit, above zero, e.g. 500 mg",
            zh="大于零的数值加单位，如 500 mg",
        ),
        "must_target_date": Bilingual(
            en="a date, YYYY-MM-DD, not before today nor after ten years",
            zh="不早于今天且在十年之内的日期，格式 YYYY-MM-DD",
        ),
        "must_frequency": Bilingual(
            en="a frequency with an interval above zero, e.g. every 8 hours",
            zh="间隔大于零的给药频次，如每8小时一次",
        ),
        "must_written": Bilingual(
            en="free of NUL and broken characters", zh="不含空字符（NUL）或损坏字符的文本"
        ),
        "must_short": Bilingual(en="at most {maximum} characters", zh="不超过 {maximum} 个字符"),
        "must_choice": Bilingual(en="one of {choices}", zh="以下之一：{choices}"),
        "must_stay": Bilingual(
            en="one of this patient's stays and visits so far: {choices}",
            zh="该患者目前已有的住院或就诊编号之一：{choices}",
        ),
        # --- the head of a page of results ---
        "as_of": Bilingual(
            en="Record as of {now} (local time, UTC{offset}).",
            zh="记录截至 {now}（当地时间，UTC{offset}）。",
        ),
        "all_shown": Bilingual(
            en="{matched} found, newest first.", zh="共 {matched} 条，最新的在前。"
        ),
        "cut_by_count": Bilingual(
            en="{shown} of {matched} shown, newest first; {narrow} or raise _count.",
            zh="共 {matched} 条，显示 {shown} 条，最新的在前；可{narrow}，或增大 _count。",
        ),
        "cut_at_maximum": Bilingual(
            en="{shown} of {matched} shown, newest first; {narrow}.",
            zh="共 {matched} 条，显示 {shown} 条，最新的在前；可{narrow}。",
        ),
        "cut_by_size": Bilingual(
            en="{shown} of {matched} shown, newest first, as more would not fit; {narrow}.",
            zh="共 {matched} 条，因篇幅所限显示 {shown} 条，最新的在前；可{narrow}。",
        ),
        "narrow_by_field": Bilingual(en="narrow with {fields}", zh="用 {fields} 缩小范围"),
        "text_cut": Bilingual(
            en="[cut at {shown} of {total} characters; narrow with keyword]",
            zh="[正文共 {total} 字符，显示 {shown} 字符；可用 keyword 缩小范围]",
        ),
        "text_excerpt": Bilingual(
            en="[{shown} of {total} characters, around `{keyword}`]",
            zh="[正文共 {total} 字符，显示“{keyword}”附近 {shown} 字符]",
        ),
        "entry_cut": Bilingual(
            en="Too long to show whole; its text was cut at {shown} of {total} characters; narrow with keyword.",
            zh="内容过长：正文共 {total} 字符，显示 {shown} 字符；可用 keyword 缩小范围。",
        ),
        "sheet_cut": Bilingual(
            en="{shown} of {matched} entries shown, as more would not fit.",
            zh="共 {matched} 条，因篇幅所限显示 {shown} 条。",
        ),
        "must_order": Bilingual(
            en="a date not after date_to",
            zh="不晚于 date_to 的日期",
        ),
        "line_cut": Bilingual(
            en="[cut at {shown} of {total} characters]",
            zh="[共 {total} 字符，显示 {shown} 字符]",
        ),
        "too_long": Bilingual(
            en="The newest match is too long to be shown; {narrow}.",
            zh="最新一条内容过长，无法显示；可{narrow}。",
        ),
        "titles": Bilingual(en="Also found, titles only:", zh="另有以下各条，仅列标题："),
        "nothing": Bilingual(en="Nothing found.", zh="未找到记录。"),
        "nearest": Bilingual(
            en="Nearest names in this record: {names}.",
            zh="本记录中最接近的名称：{names}。",
        ),
        "ends_now": Bilingual(
            en="You asked past now: the record ends at {now}.",
            zh="查询范围超过当前时刻：记录截至 {now}。",
        ),
        # --- writes and control ---
        "created": Bilingual(
            en="Order placed: {what}. Id {reference}, status {status}, time {now} (UTC{offset}).",
            zh="已开立：{what}。编号 {reference}，状态 {status}，时间 {now}（UTC{offset}）。",
        ),
        "flagged": Bilingual(
            en="Flag set: {what}. Id {reference}, status {status}, time {now} (UTC{offset}).",
            zh="已设置警示：{what}。编号 {reference}，状态 {status}，时间 {now}（UTC{offset}）。",
        ),
        "duplicate": Bilingual(
            en="It is identical to an order already placed in this session.",
            zh="与本次会话中已开立的医嘱完全相同。",
        ),
        "answer_now": Bilingual(
            en="Noted. Now answer the physician.",
            zh="好的。现在请回答医生。",
        ),
        "budget_spent": Bilingual(
            en="Not carried out: this turn's tool calls are used up; answer the physician with what you have.",
            zh="未执行：本轮工具调用次数已用完；请根据已有信息回答医生。",
        ),
    }
)

LABELS: Mapping[str, Bilingual] = MappingProxyType(
    {
        "age": Bilingual(en="age", zh="年龄"),
        "sex": Bilingual(en="sex", zh="性别"),
        "born": Bilingual(en="born", zh="出生"),
        "marital": Bilingual(en="marital status", zh="婚姻"),
        "language": Bilingual(en="language", zh="语言"),
        "deceased": Bilingual(en="deceased", zh="已故"),
        "allergies": Bilingual(en="Allergies and intolerances", zh="过敏与不耐受"),
        "none_recorded": Bilingual(en="none recorded", zh="无记录"),
        "flags": Bilingual(en="Flags", zh="警示"),
        "requests": Bilingual(en="Service requests of this session", zh="本次会话开出的申请"),
        "reaction": Bilingual(en="reaction", zh="反应"),
        "recorded": Bilingual(en="recorded", zh="记录于"),
        "onset": Bilingual(en="onset", zh="起病"),
        "abated": Bilingual(en="abated", zh="缓解"),
        "written": Bilingual(en="written", zh="开立"),
        "start": Bilingual(en="start", zh="开始"),
        "stop": Bilingual(en="stop", zh="停止"),
        "reason": Bilingual(en="reason", zh="原因"),
        "for": Bilingual(en="for", zh="适应证"),
        "note": Bilingual(en="note", zh="备注"),
        "comment": Bilingual(en="comment", zh="备注"),
        "dose": Bilingual(en="dose", zh="剂量"),
        "due": Bilingual(en="due", zh="期望日期"),
        "duration": Bilingual(en="duration", zh="疗程"),
        "until": Bilingual(en="until", zh="至"),
        "under_way": Bilingual(en="under way", zh="进行中"),
        "service": Bilingual(en="service", zh="科室"),
        "location": Bilingual(en="location", zh="地点"),
        "disposition": Bilingual(en="discharged to", zh="离院去向"),
        "issued": Bilingual(en="issued", zh="报告于"),
        "conclusion": Bilingual(en="conclusion", zh="结论"),
        "author": Bilingual(en="author", zh="作者"),
        "activities": Bilingual(en="activities", zh="措施"),
        "specimen": Bilingual(en="specimen", zh="标本"),
        "stay": Bilingual(en="stay", zh="就诊"),
    }
)

# Codes of the FHIR value sets that the tools show, with the Chinese word; English shows the code.
CODE_WORDS: Mapping[str, str] = MappingProxyType(
    {
        "active": "执行中",
        "Condition:active": "现症",
        "Flag:active": "有效",
        "ServiceRequest:active": "待执行",
        "MedicationAdministration:completed": "已给",
        "MedicationAdministration:not-done": "未给",
        "on-hold": "暂停",
        "stopped": "已停",
        "completed": "已完成",
        "cancelled": "已取消",
        "revoked": "已撤销",
        "draft": "草稿",
        "entered-in-error": "录入错误",
        "unknown": "不详",
        "not-done": "未执行",
        "in-progress": "进行中",
        "planned": "已计划",
        "finished": "已结束",
        "arrived": "已到达",
        "triaged": "已分诊",
        "onleave": "请假外出",
        "final": "最终",
        "preliminary": "初步",
        "corrected": "已更正",
        "amended": "已修改",
        "registered": "已登记",
        "partial": "部分",
        "current": "现行",
        "superseded": "已被取代",
        "recurrence": "复发",
        "relapse": "再发",
        "inactive": "非活动",
        "remission": "缓解",
        "resolved": "已愈",
        "problem-list-item": "问题列表",
        "encounter-diagnosis": "就诊诊断",
        "inpatient": "住院",
        "outpatient": "院外",
        "community": "院外",
        "discharge": "出院",
        "inpatient encounter": "住院",
        "emergency": "急诊",
        "ambulatory": "门诊",
        "female": "女",
        "male": "男",
        "other": "其他",
        "mild": "轻度",
        "moderate": "中度",
        "severe": "重度",
        "allergy": "过敏",
        "intolerance": "不耐受",
        "routine": "常规",
        "urgent": "优先",
        "asap": "尽快",
        "stat": "立即",
        "safety": "安全",
        "administrative": "管理",
        "clinical": "临床",
        "laboratory": "检验",
        "vital-signs": "生命体征",
        "H": "偏高",
        "L": "偏低",
        "HH": "危急高值",
        "LL": "危急低值",
        "A": "异常",
        "AA": "危急异常",
        "S": "敏感",
        "I": "中介",
        "R": "耐药",
    }
)

# What the chart's searches remark, which they write in English, and the same in Chinese.
REMARKS: Mapping[re.Pattern[str], str] = MappingProxyType(
    {
        re.compile(
            r"Shown: (.+?)\. The record also has: (.+?)\.(?=\s|$)"
        ): r"显示的是：\1。本记录另有：\2。",
        re.compile(
            r"None within the dates and encounter given; (\d+) outside them\."
        ): r"所给日期和就诊范围内没有记录；范围外有 \1 条。",
        re.compile(
            r"No text has the phrase '(.+?)'; shown are those with each of its words\."
        ): r"没有包含短语“\1”的正文；显示的是包含其中每个词的记录。",
    }
)


class Wording:
    """The tools' own words in one language."""

    def __init__(self, language: Language) -> None:
        self.language: Language = language

    def say(self, sentence: str, **values: object) -> str:
        """One of the sentences, filled in.

        >>> Wording("en").say("all_shown", matched=3)
        '3 found, newest first.'
        """
        return SENTENCES[sentence].in_(self.language).format(**values)

    def label(self, name: str) -> str:
        """One of the labels."""
        return LABELS[name].in_(self.language)

    def code(self, code: str, of: str = "") -> str:
        """A code of a FHIR value set, as shown; one this package has no word for stays as it is.

        >>> Wording("zh").code("active", of="Condition"), Wording("zh").code("active")
        ('现症', '执行中')
        """
        if self.language == "en":
            return code
        return CODE_WORDS.get(f"{of}:{code}", CODE_WORDS.get(code, code))

    def remark(self, note: str) -> str:
        """A remark of the chart's; one that is not known stays in English.

        >>> Wording("zh").remark("Shown: Creatinine (blood). The record also has: Creatinine, urine (2).")
        '显示的是：Creatinine (blood)。本记录另有：Creatinine, urine (2)。'
        """
        if self.language == "zh":
            for pattern, chinese in REMARKS.items():
                note = pattern.sub(chinese, note)
        return note

    def names(self, names: Iterable[str]) -> str:
        """Several names or values in a row, each set off, as a name may itself hold a comma."""
        return self.listed(f"`{name}`" for name in names)

    def sentences(self, *sentences: str) -> str:
        """Several sentences after one another."""
        return ("" if self.language == "zh" else " ").join(sentences)

    def listed(self, items: Iterable[str]) -> str:
        """Several items in a row."""
        return ("、" if self.language == "zh" else ", ").join(items)
