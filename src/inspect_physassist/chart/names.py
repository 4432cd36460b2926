"""The closed lists that searches accept, and the other names each entry goes by."""

from __future__ import annotations

from collections.abc import Mapping

ENCOUNTER_STATUS = (
    "planned",
    "arrived",
    "triaged",
    "in-progress",
    "onleave",
    "finished",
    "cancelled",
    "entered-in-error",
    "unknown",
)
REQUEST_STATUS = (
    "active",
    "on-hold",
    "cancelled",
    "completed",
    "entered-in-error",
    "stopped",
    "draft",
    "unknown",
)
ADMINISTRATION_STATUS = (
    "in-progress",
    "not-done",
    "on-hold",
    "completed",
    "entered-in-error",
    "stopped",
    "unknown",
)
CARE_PLAN_STATUS = (
    "draft",
    "active",
    "on-hold",
    "revoked",
    "completed",
    "entered-in-error",
    "unknown",
)
CLINICAL_STATUS = ("active", "recurrence", "relapse", "inactive", "remission", "resolved")
CONDITION_CATEGORY = ("problem-list-item", "encounter-diagnosis")
OBSERVATION_CATEGORY = (
    "laboratory",
    "vital-signs",
    "microbiology",
    "social-history",
    "survey",
    "imaging",
    "procedure",
    "exam",
    "therapy",
    "activity",
)
REPORT_TYPE = (
    "radiology",
    "cardiology",
    "pathology",
    "pulmonary-function",
    "gastroenterology",
    "neurology",
    "microbiology",
    "laboratory",
)

ALIASES: Mapping[str, str] = {
    "problem-list": "problem-list-item",
    "problem": "problem-list-item",
    "问题列表": "problem-list-item",
    "diagnosis": "encounter-diagnosis",
    "就诊诊断": "encounter-diagnosis",
    "lab": "laboratory",
    "labs": "laboratory",
    "检验": "laboratory",
    "实验室": "laboratory",
    "vitals": "vital-signs",
    "vital": "vital-signs",
    "vital-sign": "vital-signs",
    "生命体征": "vital-signs",
    "micro": "microbiology",
    "mb": "microbiology",
    "culture": "microbiology",
    "cultures": "microbiology",
    "微生物": "microbiology",
    "rad": "radiology",
    "imaging": "radiology",
    "影像": "radiology",
    "放射": "radiology",
    "car": "cardiology",
    "cardiac": "cardiology",
    "心脏": "cardiology",
    "path": "pathology",
    "病理": "pathology",
    "pft": "pulmonary-function",
    "pulmonary": "pulmonary-function",
    "肺功能": "pulmonary-function",
    "gi": "gastroenterology",
    "endoscopy": "gastroenterology",
    "内镜": "gastroenterology",
    "neu": "neurology",
    "neuro": "neurology",
    "神经": "neurology",
    "canceled": "cancelled",
    "discontinued": "stopped",
    "held": "on-hold",
    "hold": "on-hold",
    "given": "completed",
    "not-given": "not-done",
    "missed": "not-done",
    "ongoing": "in-progress",
    "current": "active",
    "进行中": "in-progress",
    "已完成": "completed",
    "已停用": "stopped",
    "暂停": "on-hold",
    "有效": "active",
}
"""Other writings, folded and hyphenated; used only where the list asked of has the entry."""

REPORT_CODES: Mapping[str, frozenset[str]] = {
    "radiology": frozenset(
        {
            "RAD",
            "RX",
            "CT",
            "NMR",
            "NMS",
            "RUS",
            "VUS",
            "OUS",
            "XRC",
            "LP29684-5",
            "394914008",
            "imaging",
        }
    ),
    "cardiology": frozenset({"CUS", "EC", "CTH", "LP29708-2"}),
    "pathology": frozenset({"SP", "CP", "PAT", "LP7839-6"}),
    "pulmonary-function": frozenset({"PF"}),
    "gastroenterology": frozenset({"GI"}),
    "neurology": frozenset({"EN"}),
    "microbiology": frozenset({"MB", "MCB", "MYC", "VR", "LP7819-8"}),
    "laboratory": frozenset({"LAB", "CH", "HM", "laboratory", "LP29693-6"}),
}
"""Category codes of a report type: HL7 v2 table 0074, LOINC parts, SNOMED CT."""

DOCUMENT_TYPES: Mapping[str, str] = {
    "出院小结": "18842-5",
    "出院记录": "18842-5",
    "病程记录": "11506-3",
    "入院记录": "34117-2",
    "会诊记录": "11488-4",
    "护理记录": "34746-8",
    "discharge note": "18842-5",
    "discharge summary": "18842-5",
    "progress note": "11506-3",
    "h&p": "34117-2",
    "history and physical": "34117-2",
    "consult note": "11488-4",
    "consultation": "11488-4",
    "nursing note": "34746-8",
}
"""LOINC document codes of the usual document types, by how they are asked for."""

SYSTEMS: Mapping[str, str] = {
    "loinc": "http://loinc.org",
    "urn:oid:2.16.840.1.113883.6.1": "http://loinc.org",
    "rxnorm": "http://www.nlm.nih.gov/research/umls/rxnorm",
    "urn:oid:2.16.840.1.113883.6.88": "http://www.nlm.nih.gov/research/umls/rxnorm",
    "icd10": "http://hl7.org/fhir/sid/icd-10-cm",
    "icd-10": "http://hl7.org/fhir/sid/icd-10-cm",
    "icd10cm": "http://hl7.org/fhir/sid/icd-10-cm",
    "icd-10-cm": "http://hl7.org/fhir/sid/icd-10-cm",
    "http://hl7.org/fhir/sid/icd-10": "http://hl7.org/fhir/sid/icd-10-cm",
    "urn:oid:2.16.840.1.113883.6.90": "http://hl7.org/fhir/sid/icd-10-cm",
    "snomed": "http://snomed.info/sct",
    "urn:oid:2.16.840.1.113883.6.96": "http://snomed.info/sct",
}
"""Code systems by their other names, small letters."""
