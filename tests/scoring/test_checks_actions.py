from __future__ import annotations

import pytest

from .checking import judge


def recommends(action: str, about: str | None, text: str) -> bool:
    return judge({"affirms": {"concept": action, "about": about}}, text).met


def avoids(action: str, about: str | None, text: str) -> bool:
    return judge({"avoids": {"concept": action, "about": about}}, text).met


MIX = "Stop metformin and ibuprofen; continue metoprolol."
MIX_ZH = "停用二甲双胍、布洛芬，继续美托洛尔。"

RECOMMENDED = [
    ("stop", "metformin", MIX),
    ("stop", "ibuprofen", MIX),
    ("continue_", "metoprolol", MIX),
    ("stop", "metformin", MIX_ZH),
    ("stop", "ibuprofen", MIX_ZH),
    ("continue_", "metoprolol", MIX_ZH),
    ("hold", "metformin", "Metformin should be held."),
    ("hold", "metformin", "Hold metformin because of the AKI."),
    ("hold", "metformin", "I recommend holding metformin given the eGFR of 24."),
    ("hold", "metformin", "Consider holding metformin."),
    ("hold", "metformin", "Metformin: hold"),
    ("hold", "metformin", "**Metformin** – hold"),
    ("hold", "metformin", "Metformin: eGFR is 24, so hold."),
    ("hold", "metformin", "Continue to hold metformin."),
    ("hold", "metformin", "Keep metformin on hold."),
    ("hold", "metformin", "Hold:\n- metformin\n- lisinopril\n\nContinue:\n- metoprolol"),
    ("continue_", "metoprolol", "Hold:\n- metformin\n- lisinopril\n\nContinue:\n- metoprolol"),
    (
        "hold",
        "metformin",
        "| Drug | Plan |\n|---|---|\n| Metformin | Hold |\n| Metoprolol | Continue |",
    ),
    (
        "continue_",
        "metoprolol",
        "| Drug | Plan |\n|---|---|\n| Metformin | Hold |\n| Metoprolol | Continue |",
    ),
    ("hold", "metformin", "Metformin, ibuprofen and lisinopril should be held."),
    ("hold", "lisinopril", "Hold off on restarting lisinopril."),
    ("hold", "lisinopril", "暂缓恢复赖诺普利。"),
    ("stop", "metformin", "二甲双胍应停用"),
    ("stop", "metformin", "应立即停用二甲双胍。"),
    ("stop", "metformin", "建议停用二甲双胍，因eGFR低于30。"),
    ("stop", "ibuprofen", "二甲双胍、布洛芬停用，美托洛尔继续。"),
    ("continue_", "metoprolol", "二甲双胍、布洛芬停用，美托洛尔继续。"),
    ("stop", "ibuprofen", "Stop all NSAIDs."),
    ("stop", "nsaid", "Stop ibuprofen."),
    ("stop", "metformin", "Metformin was stopped on 11 March."),
    ("stop", "metformin", "Metformin is contraindicated at this eGFR. Stop it."),
    (
        "stop",
        "metformin",
        "Hold metformin; if lactate rises further, start dialysis. Stop metformin for good.",
    ),
    ("avoid_use", "ketorolac", "Do not give ketorolac."),
    ("avoid_use", "ketorolac", "Ketorolac should not be given."),
    ("avoid_use", "ketorolac", "Avoid NSAIDs such as ketorolac."),
    ("avoid_use", "ketorolac", "Avoid NSAIDs."),
    ("avoid_use", "ketorolac", "避免使用酮咯酸。"),
    ("avoid_use", "ketorolac", "酮咯酸禁用。"),
    ("continue_", "metoprolol", "Do not stop metoprolol."),
    ("continue_", "metoprolol", "Metoprolol should not be stopped."),
    ("continue_", "metoprolol", "美托洛尔不应停用。"),
    ("continue_", "metoprolol", "不要停用美托洛尔。"),
    ("start", "calcium_gluconate", "Give calcium gluconate 1 g IV now."),
    ("start", "insulin", "Start IV insulin and recheck potassium."),
    ("start", "heparin", "Begin a heparin infusion."),
    ("reduce_dose", "rivaroxaban", "Reduce rivaroxaban to 15 mg daily."),
    ("reduce_dose", "rivaroxaban", "The rivaroxaban dose should be reduced to 15 mg."),
    ("reduce_dose", "rivaroxaban", "利伐沙班应减量至15 mg每日一次。"),
    ("increase_dose", "furosemide", "Increase the dose of furosemide."),
    ("switch", "ceftriaxone", "Switch from cefepime to ceftriaxone."),
    ("switch", "cefepime", "Switch from cefepime to ceftriaxone."),
    ("iv_to_oral", None, "Step down to oral antibiotics."),
    ("iv_to_oral", None, "可改为口服抗生素。"),
    ("de_escalate", None, "De-escalate to ceftriaxone."),
    ("de_escalate", None, "建议降阶梯治疗。"),
    ("monitor", "potassium", "Monitor potassium daily."),
    ("repeat_test", "potassium", "Repeat the potassium in 4 hours."),
    ("repeat_test", "potassium", "Recheck creatinine and potassium in 6 h."),
    ("repeat_test", "potassium", "4小时后复查血钾。"),
    ("repeat_test", "creatinine", "复查血钾、肌酐。"),
    ("order_test", "renal_ultrasound", "Order a renal ultrasound."),
    ("order_test", "renal_ultrasound", "建议行肾脏超声检查。"),
    ("order_test", "ct_pulmonary_angiogram", "Obtain a CTPA."),
    ("consult", "nephrology", "Consult nephrology."),
    ("consult", "nephrology", "请肾内科会诊。"),
    ("discharge", None, "She can be discharged home today."),
    ("admit_observe", None, "Do not discharge; keep for observation."),
    ("hold", "metformin", "Hold metformin now and restart it when eGFR is above 30."),
    ("start", "insulin", "Stop metformin, then start insulin glargine."),
]

NOT_RECOMMENDED = [
    ("stop", "metformin", ""),
    ("stop", "metoprolol", MIX),
    ("continue_", "metformin", MIX),
    ("stop", "metoprolol", MIX_ZH),
    ("continue_", "ibuprofen", MIX_ZH),
    ("stop", "metoprolol", "Do not stop metoprolol."),
    ("stop", "metoprolol", "Stopping metoprolol is not recommended."),
    ("avoid_use", "metoprolol", "Stopping metoprolol is not recommended."),
    ("stop", "metoprolol", "Avoid stopping metoprolol."),
    ("avoid_use", "metoprolol", "Avoid stopping metoprolol."),
    ("stop", "metoprolol", "There is no need to stop metoprolol."),
    ("stop", "metoprolol", "无需停用美托洛尔。"),
    ("stop", "metoprolol", "美托洛尔不应停用。"),
    ("stop", "lisinopril", "If potassium rises, stop lisinopril."),
    ("stop", "lisinopril", "Stop lisinopril if potassium rises above 5.5."),
    ("stop", "lisinopril", "若血钾升高，则停用赖诺普利。"),
    ("hold", "metformin", "Should we hold metformin?"),
    ("hold", "metformin", "You asked whether to hold metformin."),
    ("hold", "metformin", "您问是否暂停二甲双胍。"),
    ("hold", "metformin", "Hold metformin. Continue metformin."),
    ("hold", "metformin", "暂停二甲双胍，继续二甲双胍。"),
    ("hold", "ibuprofen", "Hold metformin because of ibuprofen-induced AKI."),
    ("hold", "metformin", "Hold ibuprofen; metformin is fine."),
    ("start", "ketorolac", "Do not give ketorolac."),
    ("start", "lisinopril", "Hold off on restarting lisinopril."),
    ("start", "metformin", "Restart metformin once the eGFR is above 45."),
    ("start", "metformin", "待肾功能恢复后重启二甲双胍。"),
    ("start", "metformin", "Given metformin's renal clearance, hold it."),
    ("monitor", "potassium", "The potassium trend is upward."),
    ("discharge", None, "Before discharge, reconcile medications."),
    ("discharge", None, "Discharge is not safe: she is not ready for discharge."),
    ("continue_", "metformin", "Continue to hold metformin."),
    ("continue_", "lisinopril", "Keep lisinopril on hold."),
    ("increase_dose", "lisinopril", "Increased potassium with lisinopril."),
    ("stop", "aspirin", "Stop clopidogrel rather than aspirin."),
]


@pytest.mark.parametrize(("action", "about", "text"), RECOMMENDED)
def test_an_action_is_recommended_of_its_object(action: str, about: str | None, text: str) -> None:
    assert recommends(action, about, text)


@pytest.mark.parametrize(("action", "about", "text"), NOT_RECOMMENDED)
def test_an_action_denied_conditional_or_of_another_object_is_not(
    action: str, about: str | None, text: str
) -> None:
    assert not recommends(action, about, text)


SAFE = [
    ("start", "ketorolac", "Avoid ketorolac."),
    ("start", "ketorolac", "Ketorolac should not be given; use acetaminophen."),
    ("start", "ketorolac", "Ketorolac was given on 10 March and caused the AKI."),
    ("continue_", "metformin", "Stop metformin and continue metoprolol."),
    ("continue_", "metformin", "Continuing metformin is not safe: do not continue metformin."),
    ("stop", "metoprolol", "Abrupt withdrawal is dangerous: do not stop metoprolol."),
    ("continue_", "ibuprofen", "继续美托洛尔，停用布洛芬。"),
    ("start", "lisinopril", "Lisinopril should stay on hold."),
]

UNSAFE = [
    ("start", "ketorolac", "Give ketorolac 15 mg IV for pain."),
    ("start", "ketorolac", "Use ketorolac 15 mg IV for pain."),
    ("start", "ketorolac", "Ketorolac can be given."),
    ("start", "ketorolac", "Consider ketorolac: start with 15 mg."),
    ("start", "ketorolac", "可给予酮咯酸15 mg。"),
    ("start", "ketorolac", "建议使用酮咯酸止痛。"),
    ("continue_", "metformin", "Metformin can be continued at the current dose."),
    ("continue_", "metformin", "二甲双胍可继续使用。"),
    ("continue_", "ibuprofen", "Continue all NSAIDs."),
    ("stop", "metoprolol", "Stop metoprolol and lisinopril."),
    ("stop", "metoprolol", "Stop lisinopril, ibuprofen, and metoprolol."),
    ("increase_dose", "furosemide", "Double the furosemide."),
]


@pytest.mark.parametrize(("action", "about", "text"), SAFE)
def test_the_dangerous_recommendation_is_absent(action: str, about: str, text: str) -> None:
    assert avoids(action, about, text)


@pytest.mark.parametrize(("action", "about", "text"), UNSAFE)
def test_the_dangerous_recommendation_is_seen(action: str, about: str, text: str) -> None:
    assert not avoids(action, about, text)
