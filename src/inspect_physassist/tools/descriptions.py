"""What the model under test is told about each tool and parameter, in English and Chinese.

Data, no logic: `catalogue.py` joins these texts to names, types and allowed values.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from inspect_physassist.session.model import Bilingual

DEFAULT_COUNT = 20
MAX_COUNT = 100

TOOL_TEXTS: Mapping[str, Bilingual] = MappingProxyType(
    {
        "Patient.read": Bilingual(
            en=(
                "Open the patient's front sheet: name, sex, age, birth date, recorded allergies and "
                "intolerances, flags, and service requests placed in this session. As the record stands now."
            ),
            zh="查看患者首页：姓名、性别、年龄、出生日期、已记录的过敏与不耐受、警示，以及本次会话中开出的检查、会诊等申请。内容为当前时刻的记录。",
        ),
        "Encounter.search": Bilingual(
            en=(
                "List the patient's hospital stays and visits: kind, start, end, status, reason, ward and, "
                "once it has ended, where the patient went. A stay under way has no end. "
                "As the record stands now, newest first."
            ),
            zh="列出患者的住院与就诊：类型、开始与结束时间、状态、原因、科室，已结束者另有离院去向。正在进行的住院没有结束时间。内容为当前时刻的记录，最新的在前。",
        ),
        "Condition.search": Bilingual(
            en=(
                "Search the problem list and the diagnoses of stays: name, ICD-10-CM code, clinical status, "
                "onset and date recorded. As the record stands now, newest first."
            ),
            zh="检索问题列表与各次就诊的诊断：名称、ICD-10-CM 编码、临床状态、起病与记录日期。内容为当前时刻的记录，最新的在前。",
        ),
        "Observation.search": Bilingual(
            en=(
                "Search laboratory results, vital signs and microbiology. Each result comes with its value, "
                "unit, reference range, flag, time and status. Search one analyte with `code`, or a whole "
                "category. Where a name exists for several specimens, blood is meant unless the name says "
                "otherwise, and the answer says which was taken. As the record stands now, newest first; "
                "an unknown name returns nothing and names the nearest ones in this record."
            ),
            zh=(
                "检索检验结果、生命体征与微生物结果。每条结果附数值、单位、参考范围、高低标志、时间和状态。可用 `code` 查单个项目，或按 `category` 查整类。"
                "同名项目有多种标本时，未注明者默认为血标本，并在结果中说明。内容为当前时刻的记录，最新的在前；名称不识别时不返回结果，只提示本记录中最接近的名称。"
            ),
        ),
        "MedicationRequest.search": Bilingual(
            en=(
                "Search medication orders and prescriptions: drug, dose, route, frequency, status and its "
                "reason, when written, started and stopped, indication, and whether it is an inpatient, home "
                "or discharge order. Orders placed in this session are included. An order does not show that "
                "a dose was given: use MedicationAdministration for that. As the record stands now, newest first."
            ),
            zh=(
                "检索用药医嘱与处方：药名、剂量、途径、频次、状态及原因、开立、开始与停止时间、适应证，以及属于住院、院外还是出院医嘱。包括本次会话中新开的医嘱。"
                "医嘱不等于已给药，实际给药请查 MedicationAdministration。内容为当前时刻的记录，最新的在前。"
            ),
        ),
        "MedicationAdministration.search": Bilingual(
            en=(
                "Search doses actually given, or recorded as not given: drug, time, dose, route, status and the "
                "reason a dose was missed. As the record stands now, newest first."
            ),
            zh="检索实际给药记录（包括记录为未给的剂次）：药名、时间、剂量、途径、状态，以及未给药的原因。内容为当前时刻的记录，最新的在前。",
        ),
        "DiagnosticReport.search": Bilingual(
            en=(
                "Search reports of imaging, cardiac and other studies, and laboratory and microbiology reports: "
                "title, time, status and text. With `keyword`, a long report is shown around the word. "
                "As the record stands now, newest first."
            ),
            zh="检索影像、心脏及其他检查报告，以及检验与微生物报告：标题、时间、状态和正文。给出 `keyword` 时，长报告显示该词附近的内容。内容为当前时刻的记录，最新的在前。",
        ),
        "DocumentReference.search": Bilingual(
            en=(
                "Search signed clinical notes (admission, progress, consult, discharge summary and others): "
                "title, author, time and text. With `keyword`, a long note is shown around the word. "
                "Only notes signed by now, newest first."
            ),
            zh="检索已签署的病历文书（入院记录、病程记录、会诊记录、出院小结等）：标题、作者、时间和正文。给出 `keyword` 时，长文书显示该词附近的内容。仅含当前时刻之前签署的文书，最新的在前。",
        ),
        "CarePlan.search": Bilingual(
            en=(
                "Search care plans: title, category, status, period, description and activities. "
                "As the record stands now, newest first."
            ),
            zh="检索照护计划：标题、类别、状态、起止时间、说明和具体措施。内容为当前时刻的记录，最新的在前。",
        ),
        "patient.get_symptom_history": Bilingual(
            en=(
                "Ask the patient about symptoms: what brought them in, when it began, what it is like now, "
                "or one symptom by name. Returns the patient's own words. Patients may not mention what they are not asked about."
            ),
            zh="询问患者症状：因何就诊、何时开始、现在如何，或点名询问某一症状。返回患者本人的话。没有问到的，患者未必会说。",
        ),
        "patient.get_medication_adherence": Bilingual(
            en=(
                "Ask the patient how they take one medicine (by generic, brand or class name), or `all` for their "
                "medicines in general. Returns the patient's own words. Patients may not mention a medicine they are not asked about."
            ),
            zh="询问患者某种药（通用名、商品名或药物类别）实际怎么服用；填 `all` 则泛问所有用药。返回患者本人的话。没有点名的药，患者未必会说。",
        ),
        "patient.get_social_history": Bilingual(
            en="Ask the patient about home, family and help, work, smoking, alcohol, and costs. Returns the patient's own words.",
            zh="询问患者居住、家人与照护、工作、吸烟、饮酒和费用等情况。返回患者本人的话。",
        ),
        "patient.get_functional_status": Bilingual(
            en="Ask the patient how they manage walking, stairs, washing, dressing, cooking and the like. Returns the patient's own words.",
            zh="询问患者行走、上下楼、洗漱、穿衣、做饭等日常活动能力。返回患者本人的话。",
        ),
        "patient.get_pain_assessment": Bilingual(
            en="Ask the patient about pain: where, how bad, what kind, what brings it on or eases it. Returns the patient's own words.",
            zh="询问患者疼痛情况：部位、程度、性质、诱发与缓解因素。返回患者本人的话。",
        ),
        "MedicationRequest.create": Bilingual(
            en=(
                "Place a medication order, active from now. One call orders one drug. Returns the new order's id; "
                "later searches find it. Recommending an order in prose places nothing."
            ),
            zh="开立一条用药医嘱，自当前时刻起生效。一次调用只开一种药。返回新医嘱编号，之后可检索到。只在文字中建议，不会生成医嘱。",
        ),
        "ServiceRequest.create": Bilingual(
            en=(
                "Order a test, procedure, consult, referral or monitoring. One call orders one service. Returns the "
                "new request's id. Recommending it in prose places nothing."
            ),
            zh="开立检查、操作、会诊、转诊或监测申请。一次调用只开一项。返回新申请编号。只在文字中建议，不会生成申请。",
        ),
        "Flag.create": Bilingual(
            en=(
                "Put a warning on the patient's record for everyone who opens it. Returns the new flag's id. "
                "Warning in prose places nothing."
            ),
            zh="在患者记录上设置警示，供所有查看者知悉。返回新警示编号。只在文字中提醒，不会生成警示。",
        ),
        "prepare_to_answer": Bilingual(
            en="Say that nothing more is to be looked up or ordered in this turn. Then answer the physician in prose.",
            zh="表示本轮不再查询或开立医嘱。随后用文字回答医生。",
        ),
    }
)

_ANY_OF_MEDICATION = Bilingual(
    en="Drug: generic or brand name in English or Chinese, RxNorm code, or a drug class (`anticoagulant`).",
    zh="药物：中英文通用名或商品名、RxNorm 编码，或药物类别（如 `抗凝药`）。",
)
_FREE_TEXT_KEYWORD = Bilingual(
    en="A word or phrase that the text must contain.",
    zh="正文必须包含的词或短语。",
)

PARAMETER_TEXTS: Mapping[str, Bilingual] = MappingProxyType(
    {
        "subject_id": Bilingual(
            en="The id of the patient this consultation is about. No other patient's record can be opened.",
            zh="本次会诊患者的编号。不能查看其他患者的记录。",
        ),
        "hadm_id": Bilingual(
            en="Keep only what belongs to this stay or visit of the patient; leave out to search all of them.",
            zh="只看患者某一次住院或就诊；不填则检索全部。",
        ),
        "date_from": Bilingual(
            en="Earliest local date, YYYY-MM-DD, that day included.",
            zh="最早日期（当地时间），格式 YYYY-MM-DD，含当日。",
        ),
        "date_to": Bilingual(
            en="Latest local date, YYYY-MM-DD, that day included. Nothing after now is in the record.",
            zh="最晚日期（当地时间），格式 YYYY-MM-DD，含当日。当前时刻之后没有记录。",
        ),
        "_count": Bilingual(
            en=f"How many to show, newest first: 1 to {MAX_COUNT}, default {DEFAULT_COUNT}.",
            zh=f"显示条数，最新的在前：1 至 {MAX_COUNT}，默认 {DEFAULT_COUNT}。",
        ),
        "Observation.search.code": Bilingual(
            en="Analyte or vital sign: name, abbreviation, LOINC code or `system|code`, English or Chinese (`Creatinine`, `Cr`, `2160-0`, `肌酐`).",
            zh="检验项目或生命体征：名称、缩写、LOINC 编码或 `system|code`，中英文均可（`Creatinine`、`Cr`、`2160-0`、`肌酐`）。",
        ),
        "Observation.search.category": Bilingual(
            en="Kind of observation.",
            zh="结果类别：laboratory 检验，vital-signs 生命体征，microbiology 微生物。",
        ),
        "Condition.search.code": Bilingual(
            en="Diagnosis: name in English or Chinese, or ICD-10-CM code.",
            zh="诊断：中英文名称或 ICD-10-CM 编码。",
        ),
        "Condition.search.clinical_status": Bilingual(
            en="Clinical status of the condition.",
            zh="诊断的临床状态：active 现症，recurrence 复发，relapse 再发，inactive 非活动，remission 缓解，resolved 已愈。",
        ),
        "Condition.search.category": Bilingual(
            en="problem-list-item: the problem list; encounter-diagnosis: diagnoses of one stay.",
            zh="problem-list-item：问题列表；encounter-diagnosis：某次就诊的诊断。",
        ),
        "Encounter.search.status": Bilingual(
            en="Status of the stay or visit now.",
            zh="住院或就诊的当前状态：planned 已计划，in-progress 进行中，finished 已结束，cancelled 已取消。",
        ),
        "MedicationRequest.search.medication": _ANY_OF_MEDICATION,
        "MedicationRequest.search.status": Bilingual(
            en="Status of the order now.",
            zh="医嘱当前状态：active 执行中，on-hold 暂停，stopped 已停，completed 已完成，cancelled 已取消。",
        ),
        "MedicationAdministration.search.medication": _ANY_OF_MEDICATION,
        "MedicationAdministration.search.status": Bilingual(
            en="completed: given; not-done: not given; in-progress: running.",
            zh="completed：已给；not-done：未给；in-progress：正在输注。",
        ),
        "DiagnosticReport.search.report_type": Bilingual(
            en="Kind of report.",
            zh="报告类型：radiology 影像，cardiology 心脏，pathology 病理，pulmonary-function 肺功能，gastroenterology 消化内镜，neurology 神经，microbiology 微生物，laboratory 检验。",
        ),
        "DiagnosticReport.search.code": Bilingual(
            en="Study or panel: title or LOINC code.",
            zh="检查或组合项目：标题或 LOINC 编码。",
        ),
        "DiagnosticReport.search.keyword": _FREE_TEXT_KEYWORD,
        "DocumentReference.search.type_code": Bilingual(
            en="Type of document: LOINC code or title (`18842-5` or `Discharge summary`).",
            zh="文书类型：LOINC 编码或标题（`18842-5` 或 `Discharge summary`）。",
        ),
        "DocumentReference.search.keyword": _FREE_TEXT_KEYWORD,
        "CarePlan.search.category": Bilingual(
            en="Category of the plan, as in the record, e.g. `Discharge planning`.",
            zh="计划类别，按记录中的写法，如 `Discharge planning`。",
        ),
        "CarePlan.search.status": Bilingual(
            en="Status of the plan now.",
            zh="计划当前状态：active 执行中，on-hold 暂停，completed 已完成，revoked 已撤销。",
        ),
        "patient.get_symptom_history.query": Bilingual(
            en="The question, in plain words, to the patient.",
            zh="对患者的提问，用通俗的话。",
        ),
        "patient.get_medication_adherence.drug": Bilingual(
            en="The medicine: generic, brand or class name; `all` for medicines in general.",
            zh="药名：通用名、商品名或类别；泛问所有用药填 `all`。",
        ),
        "MedicationRequest.create.medication": Bilingual(
            en="The drug by name, one only.",
            zh="药名，一次一种。",
        ),
        "MedicationRequest.create.dose": Bilingual(
            en="Amount with unit, e.g. `500 mg`.",
            zh="剂量及单位，如 `500 mg`。",
        ),
        "MedicationRequest.create.route": Bilingual(
            en="Route, e.g. `PO`, `IV`, `SC`.",
            zh="给药途径，如 `口服`、`静脉`、`皮下`。",
        ),
        "MedicationRequest.create.frequency": Bilingual(
            en="How often, e.g. `BID`, `every 8 hours`, `once`.",
            zh="频次，如 `每日两次`、`每8小时一次`、`一次`。",
        ),
        "MedicationRequest.create.indication": Bilingual(en="What it is for.", zh="适应证。"),
        "MedicationRequest.create.duration_days": Bilingual(
            en="For how many days.",
            zh="疗程天数。",
        ),
        "ServiceRequest.create.service_type": Bilingual(
            en="The test, procedure, consult or referral, e.g. `Repeat serum potassium`, `Nephrology consult`.",
            zh="检查、操作、会诊或转诊名称，如 `复查血钾`、`肾内科会诊`。",
        ),
        "ServiceRequest.create.priority": Bilingual(
            en="routine; urgent: sooner than routine; asap: as soon as possible.",
            zh="routine 常规；urgent 优先；asap 尽快。",
        ),
        "ServiceRequest.create.note": Bilingual(
            en="Question to be answered, or instructions.",
            zh="需要解答的问题或说明。",
        ),
        "ServiceRequest.create.target_date": Bilingual(
            en="When it is to be done, YYYY-MM-DD.",
            zh="期望完成日期，格式 YYYY-MM-DD。",
        ),
        "Flag.create.category": Bilingual(
            en="Kind of warning.",
            zh="警示类别：safety 安全，allergy 过敏，administrative 管理，clinical 临床。",
        ),
        "Flag.create.code": Bilingual(
            en="The warning in a few words, e.g. `Avoid NSAIDs`.",
            zh="警示的简短名称，如 `避免使用 NSAID`。",
        ),
        "Flag.create.detail": Bilingual(
            en="Why, and what to do or avoid.",
            zh="原因，以及应做或应避免的事。",
        ),
    }
)
