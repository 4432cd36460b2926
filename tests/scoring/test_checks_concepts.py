from __future__ import annotations

import pytest

from inspect_physassist.scoring.checks import Verdict

from .checking import judge


def affirms(concept: str, text: str, about: str | None = None) -> Verdict:
    return judge({"affirms": {"concept": concept, "about": about}}, text)


def denies(concept: str, text: str, about: str | None = None) -> Verdict:
    return judge({"denies": {"concept": concept, "about": about}}, text)


def avoids(concept: str, text: str, about: str | None = None) -> Verdict:
    return judge({"avoids": {"concept": concept, "about": about}}, text)


STATED = [
    ("prerenal_aki", "The AKI is prerenal."),
    ("prerenal_aki", "Most consistent with prerenal azotemia rather than ATN."),
    ("aki", "This is a prerenal AKI."),
    ("prerenal_aki", "Findings suggest prerenal AKI; ATN is unlikely."),
    ("prerenal_aki", "The picture favors prerenal AKI over ATN."),
    ("prerenal_aki", "考虑肾前性急性肾损伤。"),
    ("prerenal_aki", "符合肾前性，而非急性肾小管坏死。"),
    ("prerenal_aki", "不支持急性肾小管坏死，考虑肾前性。"),
    ("prerenal_aki", "肾前性可能性大，肾后性可排除。"),
    ("sepsis", "Sepsis is likely."),
    ("sepsis", "She meets criteria for sepsis and sepsis is present."),
    ("sepsis", "This is not only pneumonia but sepsis."),
    ("sepsis", "There is no doubt this is sepsis."),
    ("sepsis", "Probable sepsis from a urinary source."),
    ("sepsis", "提示脓毒症"),
    ("sepsis", "可能为脓毒症"),
    ("sepsis", "首先考虑脓毒症"),
    ("pneumonia", "She has aspiration pneumonia."),
    ("pneumonia", "History of pneumonia in 2029."),
    ("infection", "Blood cultures grew E. coli: bacteremia."),
    ("acute_tubular_necrosis", "AKI is not prerenal but ATN."),
    ("acute_tubular_necrosis", "不是肾前性，而是急性肾小管坏死。"),
    ("heart_failure", "无发热、咳嗽，考虑心衰。"),
    ("hyperkalemia", "**Hyperkalemia** (K 6.1 mmol/L)"),
    ("hyperkalemia", "- Problem 1: hyperkalemia\n- Problem 2: AKI"),
    ("hyperkalemia", "No ECG changes, but hyperkalemia is present."),
    ("not_in_record", "There is no record of a lipase level."),
    ("not_in_record", "病历中未见记录。"),
    ("unsafe", "It is not safe."),
    ("safe", "This is safe."),
    ("treatment_failure", "There is no improvement after 72 hours."),
    ("treatment_failure", "治疗72小时后无好转。"),
    ("functional_limitation", "He is not independent and needs help with stairs."),
    ("lives_alone", "她独居，无人照顾。"),
    ("lives_alone", "She lives alone on the third floor."),
    ("discordant", "The patient's account does not match the record."),
    ("discordant", "患者所述与记录不符。"),
    ("drug_induced_liver_injury", "Sepsis? No. This is drug-induced liver injury."),
    ("sepsis", "Is this sepsis? Yes, this is."),
    ("pulmonary_embolism", "PE is confirmed by CTPA; DVT was ruled out."),
    ("hit", "The 4T score is 6, so HIT is likely."),
    ("culture_negative", "Blood cultures: no growth."),
    ("non_adherence", "He has not been taking apixaban as prescribed."),
    ("non_adherence", "患者未按医嘱服药。"),
    ("cannot_conclude", "The evidence is inconclusive."),
]

NOT_STATED = [
    ("prerenal_aki", ""),
    ("prerenal_aki", "Creatinine is 2.1 mg/dL."),
    ("prerenal_aki", "This is not prerenal."),
    ("prerenal_aki", "Could be prerenal."),
    ("prerenal_aki", "This may be prerenal AKI."),
    ("prerenal_aki", "Prerenal AKI is possible."),
    ("prerenal_aki", "Prerenal versus intrinsic AKI."),
    ("prerenal_aki", "The AKI is prerenal. It is intrinsic."),
    ("prerenal_aki", "This is prerenal AKI. This is also ATN and obstructive uropathy."),
    ("prerenal_aki", "肾前性急性肾损伤。急性肾小管坏死。"),
    ("prerenal_aki", "The AKI is prerenal, although a prerenal cause is ruled out."),
    ("prerenal_aki", "不考虑肾前性"),
    ("prerenal_aki", "肾前性可能性小"),
    ("prerenal_aki", "并非肾前性"),
    ("prerenal_aki", "Consider prerenal AKI."),
    ("sepsis", "Sepsis cannot be excluded."),
    ("sepsis", "Cannot rule out sepsis."),
    ("sepsis", "不能排除脓毒症"),
    ("sepsis", "脓毒症不除外"),
    ("sepsis", "脓毒症待排"),
    ("sepsis", "Is it sepsis?"),
    ("sepsis", "是否为脓毒症？"),
    ("sepsis", "You asked whether this is sepsis."),
    ("sepsis", "您问是否为脓毒症。"),
    ("sepsis", "> Does she have sepsis\n\nThe lactate is 1.2 mmol/L."),
    ("sepsis", "If sepsis develops, give fluids."),
    ("sepsis", "若出现脓毒症，应补液。"),
    ("sepsis", "No fever, leukocytosis or sepsis."),
    ("sepsis", "No signs of sepsis."),
    ("sepsis", "Argues against sepsis."),
    ("sepsis", "The lactate does not support sepsis."),
    ("sepsis", "This does not argue against sepsis."),
    ("sepsis", "不支持脓毒症"),
    ("sepsis", "无脓毒症证据"),
    ("sepsis", "Sepsis is unlikely."),
    ("sepsis", "Septic workup sent: sepsis screen pending."),
    ("sepsis", "Monitor for sepsis."),
    ("sepsis", "警惕脓毒症"),
    ("hyperkalemia", "Hyperkalemia has resolved."),
    ("hyperkalemia", "There is a risk of hyperkalemia."),
    ("hyperkalemia", "Hyperkalemia and hypokalemia."),
    ("hyperkalemia", "Pseudohyperkalemia from a hemolyzed specimen."),
    ("pulmonary_embolism", "PE: negative"),
    ("pulmonary_embolism", "PE可排除"),
    ("pulmonary_embolism", "Ruled out:\n- PE\n- DVT"),
    ("pulmonary_embolism", "| Diagnosis | Present |\n|---|---|\n| PE | No |"),
    ("pneumonia", "No fever, cough, dyspnea or pneumonia."),
    ("dvt", "Continue DVT prophylaxis."),
    ("safe", "This is not safe."),
    ("safe", "不安全"),
    ("aki", "No AKI."),
    ("pneumonia", "The chest X-ray was read as pneumonia? No, it is atelectasis."),
    ("infection", "无感染征象"),
    ("discharge", "See the discharge summary."),
]


@pytest.mark.parametrize(("concept", "text"), STATED)
def test_a_statement_affirms(concept: str, text: str) -> None:
    assert affirms(concept, text).met


@pytest.mark.parametrize(("concept", "text"), NOT_STATED)
def test_a_denial_a_hedge_or_a_contradiction_does_not_affirm(concept: str, text: str) -> None:
    assert not affirms(concept, text).met


DENIED = [
    ("sepsis", "No evidence of sepsis."),
    ("sepsis", "Sepsis is unlikely."),
    ("sepsis", "Sepsis has been ruled out."),
    ("sepsis", "She does not have sepsis."),
    ("sepsis", "Prerenal AKI rather than sepsis."),
    ("sepsis", "This argues against sepsis."),
    ("sepsis", "脓毒症可排除"),
    ("sepsis", "不支持脓毒症"),
    ("sepsis", "脓毒症依据不足"),
    ("sepsis", "不考虑脓毒症"),
    ("sepsis", "可排除脓毒症"),
    ("sepsis", "无感染"),
    ("sepsis", "Is it sepsis? No."),
    ("pulmonary_embolism", "PE: negative"),
    ("pulmonary_embolism", "肺栓塞不支持"),
    ("pulmonary_embolism", "CTPA excluded PE."),
    ("pulmonary_embolism", "PE, DVT and pneumonia have been ruled out."),
    ("pulmonary_embolism", "PE is not supported; it is pneumonia."),
    ("dyspnea", "No fever, cough or dyspnea."),
    ("dyspnea", "无发热、咳嗽及呼吸困难"),
    ("dyspnea", "否认发热，咳嗽，呼吸困难"),
    ("dyspnea", "She denies fever, cough, dyspnea."),
    ("dyspnea", "Without fever, cough, or dyspnea."),
    ("pneumonia", "Neither pneumonia nor UTI is present."),
    ("safe", "This is not safe."),
    ("hydronephrosis", "Renal ultrasound shows no hydronephrosis."),
    ("hydronephrosis", "肾脏超声未见肾积水。"),
    ("allergy", "She is not allergic to penicillin."),
]

NOT_DENIED = [
    ("sepsis", ""),
    ("sepsis", "Sepsis is likely."),
    ("sepsis", "Sepsis cannot be ruled out."),
    ("sepsis", "不能排除脓毒症"),
    ("sepsis", "Sepsis is possible."),
    ("sepsis", "No sepsis on admission; sepsis is now present."),
    ("sepsis", "No fever, but sepsis is present."),
    ("sepsis", "无发热，但考虑脓毒症。"),
    ("sepsis", "Not only sepsis but septic shock."),
    ("sepsis", "No AKI. Sepsis is confirmed."),
    ("pneumonia", "No pleural effusion; pneumonia is seen."),
    ("pneumonia", "未见胸腔积液，考虑肺炎。"),
    ("hyperkalemia", "No ECG changes because hyperkalemia is mild."),
    ("aki", "It is not prerenal AKI."),
]


@pytest.mark.parametrize(("concept", "text"), DENIED)
def test_a_denial_denies(concept: str, text: str) -> None:
    assert denies(concept, text).met


@pytest.mark.parametrize(("concept", "text"), NOT_DENIED)
def test_what_is_not_denied_is_not(concept: str, text: str) -> None:
    assert not denies(concept, text).met


AVOIDED = [
    ("sepsis", ""),
    ("sepsis", "This is pneumonia."),
    ("sepsis", "No sepsis."),
    ("sepsis", "Sepsis is possible."),
    ("discharge", "Update the discharge medication list before discharge."),
    ("escalate_therapy", "Do not escalate antibiotics."),
    ("escalate_therapy", "Nothing here calls for escalation."),
    ("escalate_therapy", "不应因白细胞升高而升级抗菌药。"),
    ("escalate_therapy", "无需升级抗菌药物。"),
    ("ready_for_discharge", "She is not ready for discharge."),
]

NOT_AVOIDED = [
    ("sepsis", "This is sepsis."),
    ("sepsis", "No fever; sepsis is likely."),
    ("escalate_therapy", "Broaden antibiotics today."),
    ("escalate_therapy", "建议升级抗菌药物。"),
    ("ready_for_discharge", "可以出院。"),
    ("intrinsic_aki", "ATN is likely."),
]


@pytest.mark.parametrize(("concept", "text"), AVOIDED)
def test_what_is_nowhere_affirmed_is_avoided(concept: str, text: str) -> None:
    assert avoids(concept, text).met


@pytest.mark.parametrize(("concept", "text"), NOT_AVOIDED)
def test_what_is_affirmed_is_not_avoided(concept: str, text: str) -> None:
    assert not avoids(concept, text).met


ABOUT = [
    ("contraindicated", "metformin", "Metformin is contraindicated at this eGFR.", True),
    (
        "contraindicated",
        "metformin",
        "eGFR is 24, so metformin is contraindicated; insulin is safe.",
        True,
    ),
    ("contraindicated", "insulin", "Metformin is contraindicated and insulin is safe.", False),
    ("safe", "insulin", "Metformin is contraindicated and insulin is safe.", True),
    ("safe", "metformin", "Metformin is contraindicated and insulin is safe.", False),
    ("contraindicated", "metformin", "二甲双胍禁忌，胰岛素安全。", True),
    ("contraindicated", "metformin", "eGFR 24，二甲双胍属禁忌。", True),
    ("subtherapeutic", "vancomycin_trough", "The vancomycin trough is subtherapeutic.", True),
    ("supratherapeutic", "inr", "INR 5.2 is supratherapeutic.", True),
    ("supratherapeutic", "inr", "INR is supratherapeutic and anti-Xa is therapeutic.", True),
    ("non_adherence", "apixaban", "He has not been taking apixaban.", True),
    (
        "non_adherence",
        "metoprolol",
        "He has not been taking apixaban; metoprolol he takes daily.",
        False,
    ),
    ("contraindicated", "ibuprofen", "NSAIDs are contraindicated.", True),
    ("nsaid", None, "She takes ibuprofen.", True),
    ("improving", "pneumonia", "The pneumonia is improving.", True),
    ("culprit", "ibuprofen", "AKI due to ibuprofen.", True),
    ("culprit", "lisinopril", "AKI due to ibuprofen; lisinopril continued.", False),
    ("missed_doses", "ceftriaxone", "Ceftriaxone: one missed dose on 18 January.", True),
    ("overdosed", "rivaroxaban", "利伐沙班20 mg剂量过大。", True),
    ("appropriate", "cefepime", "Cefepime is not appropriate.", False),
    ("inappropriate", "cefepime", "Cefepime is not appropriate.", True),
]


@pytest.mark.parametrize(("concept", "about", "text", "expected"), ABOUT)
def test_a_finding_is_bound_to_what_it_is_about(
    concept: str, about: str | None, text: str, expected: bool
) -> None:
    assert affirms(concept, text, about).met is expected


def test_the_reason_names_the_contradiction() -> None:
    verdict = affirms("prerenal_aki", "The AKI is prerenal. It is intrinsic.")
    assert not verdict.met
    assert "It is intrinsic" in verdict.why


def test_the_reason_names_what_it_is_said_of_instead() -> None:
    verdict = affirms("contraindicated", "Ibuprofen is contraindicated.", "metformin")
    assert verdict.why.startswith("contraindicated (Metformin) is said of something else")
