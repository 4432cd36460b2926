"""Sentences as assistants write them on a ward round, each against one check."""

from __future__ import annotations

from typing import Any

import pytest

from .checking import judge

Row = tuple[dict[str, Any], str, bool]

AFFIRMS: list[Row] = [
    (
        {"concept": "hold", "about": "metformin"},
        "Given her eGFR of 24 mL/min/1.73 m², metformin should be **held** until renal function recovers.",
        True,
    ),
    (
        {"concept": "hold", "about": "metformin"},
        "1. **Hold metformin** – eGFR 24 mL/min/1.73 m² (<30), risk of lactic acidosis.\n2. **Continue metoprolol** 25 mg BID.",
        True,
    ),
    (
        {"concept": "continue_", "about": "metoprolol"},
        "1. **Hold metformin** – eGFR 24 mL/min/1.73 m² (<30), risk of lactic acidosis.\n2. **Continue metoprolol** 25 mg BID.",
        True,
    ),
    (
        {"concept": "stop", "about": "ibuprofen"},
        "I'd recommend discontinuing ibuprofen immediately, as NSAIDs are the likely culprit.",
        True,
    ),
    (
        {"concept": "culprit", "about": "ibuprofen"},
        "Ibuprofen is the likely culprit for the AKI.",
        True,
    ),
    ({"concept": "culprit", "about": "ibuprofen"}, "AKI最可能由布洛芬引起。", True),
    (
        {"concept": "hold", "about": "lisinopril"},
        "Lisinopril and spironolactone need to be held given the hyperkalemia.",
        True,
    ),
    (
        {"concept": "hold", "about": "spironolactone"},
        "Lisinopril and spironolactone need to be held given the hyperkalemia.",
        True,
    ),
    ({"concept": "hold", "about": "lisinopril"}, "Would hold lisinopril for now.", True),
    ({"concept": "hold", "about": "lisinopril"}, "Lisinopril: please hold.", True),
    (
        {"concept": "hold", "about": "lisinopril"},
        "No, lisinopril should not be restarted; keep holding it.",
        True,
    ),
    ({"concept": "start", "about": "ceftriaxone"}, "Start ceftriaxone 1 g IV q24h.", True),
    (
        {"concept": "start", "about": "ceftriaxone"},
        "I suggest starting IV ceftriaxone 1 g daily plus azithromycin.",
        True,
    ),
    (
        {"concept": "start", "about": "azithromycin"},
        "I suggest starting IV ceftriaxone 1 g daily plus azithromycin.",
        True,
    ),
    (
        {"concept": "avoid_use", "about": "ceftriaxone"},
        "She has a documented anaphylaxis to penicillin; avoid ceftriaxone.",
        True,
    ),
    ({"concept": "switch", "about": "apixaban"}, "Switch warfarin to apixaban 5 mg BID.", True),
    (
        {"concept": "reduce_dose", "about": "enoxaparin"},
        "Enoxaparin needs a dose reduction to 30 mg daily because CrCl is 24 mL/min.",
        True,
    ),
    (
        {"concept": "reduce_dose", "about": "enoxaparin"},
        "Enoxaparin should be dose-reduced to 30 mg SC daily.",
        True,
    ),
    (
        {"concept": "dose_adjustment_needed", "about": "enoxaparin"},
        "Enoxaparin requires renal dose adjustment.",
        True,
    ),
    ({"concept": "reduce_dose", "about": "enoxaparin"}, "依诺肝素应减至30 mg每日一次。", True),
    ({"concept": "reduce_dose", "about": "enoxaparin"}, "建议将依诺肝素减量为30 mg qd。", True),
    (
        {"concept": "stop", "about": "metformin"},
        "建议立即停用二甲双胍和赖诺普利，并监测血钾。",
        True,
    ),
    (
        {"concept": "stop", "about": "lisinopril"},
        "建议立即停用二甲双胍和赖诺普利，并监测血钾。",
        True,
    ),
    (
        {"concept": "monitor", "about": "potassium"},
        "建议立即停用二甲双胍和赖诺普利，并监测血钾。",
        True,
    ),
    (
        {"concept": "continue_", "about": "metoprolol"},
        "建议立即停用二甲双胍和赖诺普利，但美托洛尔不要停。",
        True,
    ),
    ({"concept": "continue_", "about": "metoprolol"}, "美托洛尔可继续原剂量使用。", True),
    ({"concept": "hold", "about": "metformin"}, "二甲双胍：暂停（eGFR 24，低于30）。", True),
    ({"concept": "hold", "about": "metformin"}, "- 二甲双胍：暂停\n- 美托洛尔：继续", True),
    ({"concept": "continue_", "about": "metformin"}, "- 二甲双胍：暂停\n- 美托洛尔：继续", False),
    ({"concept": "hold", "about": "metformin"}, "暂停以下药物：\n1. 二甲双胍\n2. 赖诺普利", True),
    ({"concept": "hold", "about": "metformin"}, "以下药物应暂停：二甲双胍、赖诺普利。", True),
    (
        {"concept": "hold", "about": "metformin"},
        "The following should be held: metformin, lisinopril.",
        True,
    ),
    (
        {"concept": "hold", "about": "lisinopril"},
        "The following should be held: metformin, lisinopril.",
        True,
    ),
    (
        {"concept": "hold", "about": "metformin"},
        "Medications to hold: metformin, lisinopril. Medications to continue: metoprolol.",
        True,
    ),
    (
        {"concept": "hold", "about": "metformin"},
        "Metformin — should it be continued? No. Hold it.",
        True,
    ),
    (
        {"concept": "repeat_test", "about": "potassium"},
        "A repeat potassium should be sent in 2 hours.",
        True,
    ),
    (
        {"concept": "repeat_test", "about": "potassium"},
        "Repeat BMP in 4 hours to recheck potassium.",
        True,
    ),
    (
        {"concept": "order_test", "about": "hit_antibody"},
        "Send a PF4 antibody and stop heparin.",
        True,
    ),
    ({"concept": "stop", "about": "heparin"}, "Send a PF4 antibody and stop heparin.", True),
    (
        {"concept": "start", "about": "argatroban"},
        "Stop all heparin products and start argatroban.",
        True,
    ),
    (
        {"concept": "stop", "about": "heparin"},
        "Stop all heparin products and start argatroban.",
        True,
    ),
    ({"concept": "consult", "about": "hematology"}, "Hematology consult is recommended.", True),
    ({"concept": "consult", "about": "hematology"}, "I'd involve hematology.", True),
    (
        {"concept": "de_escalate"},
        "Vancomycin can be stopped and cefepime narrowed to ceftriaxone.",
        True,
    ),
    (
        {"concept": "stop", "about": "vancomycin"},
        "Vancomycin can be stopped and cefepime narrowed to ceftriaxone.",
        True,
    ),
    (
        {"concept": "iv_to_oral"},
        "She is tolerating a diet and can switch to oral levofloxacin.",
        True,
    ),
    ({"concept": "iv_to_oral"}, "Do not switch to oral therapy yet.", False),
    ({"concept": "discharge"}, "She is not safe to be discharged.", False),
    ({"concept": "admit_observe"}, "目前不宜出院，继续住院观察。", True),
    ({"concept": "prerenal_aki"}, "Her AKI appears prerenal: FENa 0.4%, BUN/Cr 24.", True),
    ({"concept": "prerenal_aki"}, "FENa 0.4% points to a prerenal cause.", True),
    ({"concept": "prerenal_aki"}, "FENa <1% supports prerenal azotemia over ATN.", True),
    ({"concept": "pneumonia"}, "The infiltrate represents pneumonia, not pulmonary edema.", True),
    ({"concept": "hit"}, "This is highly concerning for HIT.", True),
    ({"concept": "hit"}, "HIT is the leading diagnosis.", True),
    ({"concept": "hit"}, "I am worried about HIT, though it has not been confirmed.", True),
    ({"concept": "sepsis"}, "She does meet sepsis criteria? Unclear.", False),
    ({"concept": "non_adherence"}, "She reports she stopped taking it two weeks ago.", True),
    ({"concept": "self_discontinued"}, "She reports she stopped taking it two weeks ago.", True),
    ({"concept": "non_adherence"}, "She takes it every day as prescribed.", False),
    ({"concept": "cost_barrier"}, "She could not afford it.", True),
    (
        {"concept": "discordant"},
        "This conflicts with the medication list, which shows apixaban as active.",
        True,
    ),
    ({"concept": "not_in_record"}, "I could not find any lipase result in the chart.", True),
    ({"concept": "not_in_record"}, "No lipase result is available.", False),
    ({"concept": "improving"}, "She is improving clinically.", True),
    ({"concept": "improving"}, "She is not improving.", False),
    ({"concept": "treatment_failure"}, "She is not improving.", True),
    (
        {"concept": "safe", "about": "metformin"},
        "Metformin is safe to continue at this dose.",
        True,
    ),
    (
        {"concept": "safe", "about": "metformin"},
        "Is metformin safe? No, because eGFR is 24.",
        False,
    ),
    ({"concept": "unsafe", "about": "metformin"}, "It is not safe to continue metformin.", True),
    (
        {"concept": "contraindicated", "about": "metformin"},
        "Metformin is contraindicated below 30 mL/min/1.73 m².",
        True,
    ),
    (
        {"concept": "contraindicated", "about": "metformin"},
        "At this eGFR metformin is contraindicated, whereas sitagliptin can be used at a reduced dose.",
        True,
    ),
    ({"concept": "hypokalemia"}, "The hypokalemia persists despite replacement.", True),
    ({"concept": "culture_negative"}, "Blood cultures remain negative at 48 hours.", True),
    (
        {"concept": "resistant", "about": "ciprofloxacin"},
        "The E. coli is resistant to ciprofloxacin and susceptible to ceftriaxone.",
        True,
    ),
    (
        {"concept": "susceptible", "about": "ceftriaxone"},
        "The E. coli is resistant to ciprofloxacin and susceptible to ceftriaxone.",
        True,
    ),
    (
        {"concept": "susceptible", "about": "ciprofloxacin"},
        "The E. coli is resistant to ciprofloxacin and susceptible to ceftriaxone.",
        False,
    ),
    (
        {"concept": "resistant", "about": "ceftriaxone"},
        "The E. coli is resistant to ciprofloxacin and susceptible to ceftriaxone.",
        False,
    ),
    (
        {"concept": "susceptible", "about": "ceftriaxone"},
        "大肠埃希菌对头孢曲松敏感，对环丙沙星耐药。",
        True,
    ),
    (
        {"concept": "resistant", "about": "ceftriaxone"},
        "大肠埃希菌对头孢曲松敏感，对环丙沙星耐药。",
        False,
    ),
    (
        {"concept": "resistant", "about": "ciprofloxacin"},
        "大肠埃希菌对头孢曲松敏感，对环丙沙星耐药。",
        True,
    ),
    ({"concept": "volume_overload"}, "She is euvolemic, without edema or volume overload.", False),
    ({"concept": "euvolemia"}, "She is euvolemic, without edema or volume overload.", True),
    ({"concept": "delirium"}, "He was confused overnight.", True),
    ({"concept": "delirium"}, "He is alert without confusion.", False),
    (
        {"concept": "avoid_use", "about": "heparin"},
        "No heparin in any form, including flushes.",
        False,
    ),
    ({"concept": "avoid_use", "about": "nsaid"}, "Avoid nephrotoxins, particularly NSAIDs.", True),
    (
        {"concept": "avoid_use", "about": "contrast_agent"},
        "Avoid NSAIDs, contrast, and aminoglycosides.",
        True,
    ),
    (
        {"concept": "avoid_use", "about": "aminoglycoside"},
        "Avoid NSAIDs, contrast, and aminoglycosides.",
        True,
    ),
    (
        {"concept": "hold", "about": "apixaban"},
        "Apixaban should be held for now, and clopidogrel continued.",
        True,
    ),
    (
        {"concept": "continue_", "about": "clopidogrel"},
        "Apixaban should be held for now, and clopidogrel continued.",
        True,
    ),
    (
        {"concept": "hold", "about": "clopidogrel"},
        "Apixaban should be held for now, and clopidogrel continued.",
        False,
    ),
    ({"concept": "hold", "about": "apixaban"}, "先暂停阿哌沙班，氯吡格雷继续使用。", True),
    ({"concept": "continue_", "about": "clopidogrel"}, "先暂停阿哌沙班，氯吡格雷继续使用。", True),
    ({"concept": "hold", "about": "clopidogrel"}, "先暂停阿哌沙班，氯吡格雷继续使用。", False),
    ({"concept": "hold", "about": "apixaban"}, "Of the two, apixaban is the one to hold.", True),
    ({"concept": "hold", "about": "apixaban"}, "Hold apixaban, not clopidogrel.", True),
    ({"concept": "hold", "about": "clopidogrel"}, "Hold apixaban, not clopidogrel.", False),
    ({"concept": "stop", "about": "aspirin"}, "停用阿司匹林而非氯吡格雷。", True),
    ({"concept": "stop", "about": "clopidogrel"}, "停用阿司匹林而非氯吡格雷。", False),
    ({"concept": "stop", "about": "metformin"}, "Metformin has to come off.", True),
    (
        {"concept": "stop", "about": "metformin"},
        "Tonight's metformin should not be given; stop it.",
        True,
    ),
    ({"concept": "start", "about": "insulin"}, "Switch to insulin.", False),
    ({"concept": "switch", "about": "insulin"}, "Switch to insulin.", True),
    (
        {"concept": "start", "about": "potassium_chloride"},
        "Replace potassium with KCl 40 mEq PO.",
        False,
    ),
    ({"concept": "monitor", "about": "creatinine"}, "Daily creatinine monitoring is needed.", True),
    ({"concept": "monitor", "about": "creatinine"}, "每日监测肌酐。", True),
    ({"concept": "monitor", "about": "creatinine"}, "肌酐需每日监测。", True),
    ({"concept": "repeat_test", "about": "creatinine"}, "明日复查肌酐、血钾。", True),
    (
        {"concept": "order_test", "about": "echocardiogram"},
        "An echocardiogram should be obtained.",
        True,
    ),
    ({"concept": "order_test", "about": "echocardiogram"}, "Get a TTE.", True),
    ({"concept": "order_test", "about": "echocardiogram"}, "No echocardiogram is needed.", False),
    ({"concept": "order_test", "about": "echocardiogram"}, "完善心脏超声。", True),
    ({"concept": "transfuse"}, "No transfusion is indicated at Hb 8.2.", False),
    ({"concept": "transfuse"}, "Transfuse 1 unit PRBC.", True),
    ({"concept": "dialyze"}, "There is no indication for dialysis.", False),
    ({"concept": "dialyze"}, "Urgent dialysis is indicated.", True),
    ({"concept": "dialyze"}, "目前无透析指征。", False),
    ({"concept": "prerenal_aki"}, "Possible causes: prerenal AKI, ATN, AIN, obstruction.", False),
    (
        {"concept": "prerenal_aki"},
        "Differential diagnosis: prerenal AKI, ATN, AIN. Most likely prerenal AKI.",
        True,
    ),
    (
        {"concept": "prerenal_aki"},
        "Differential diagnosis:\n- Prerenal AKI (most likely)\n- ATN (less likely)\n- Obstruction (excluded)",
        True,
    ),
    (
        {"concept": "acute_tubular_necrosis"},
        "Differential diagnosis:\n- Prerenal AKI (most likely)\n- ATN (less likely)\n- Obstruction (excluded)",
        False,
    ),
    ({"concept": "prerenal_aki"}, "The AKI could be prerenal, intrinsic or postrenal.", False),
    ({"concept": "improving"}, "She is improving. She is worsening.", False),
    ({"concept": "sepsis"}, "Sepsis: yes.", True),
    ({"concept": "sepsis"}, "As you suspected, this is sepsis.", True),
    (
        {"concept": "sepsis"},
        "In summary, the patient with AKI most likely has sepsis secondary to pneumonia.",
        True,
    ),
    (
        {"concept": "pneumonia"},
        "In summary, the patient with AKI most likely has sepsis secondary to pneumonia.",
        True,
    ),
    ({"concept": "aki"}, "Patient without AKI.", False),
    ({"concept": "heart_failure"}, "Findings are against heart failure.", False),
    ({"concept": "heart_failure"}, "Heart failure is less likely than pneumonia.", False),
    ({"concept": "pneumonia"}, "Heart failure is less likely than pneumonia.", True),
    ({"concept": "pneumonia"}, "Pneumonia is more likely than heart failure.", True),
    ({"concept": "heart_failure"}, "Pneumonia is more likely than heart failure.", False),
    ({"concept": "pneumonia"}, "肺炎的可能性大于心衰。", True),
    ({"concept": "heart_failure"}, "与其说是心衰，不如说是肺炎。", False),
    ({"concept": "heart_failure"}, "既往心衰病史。", True),
    ({"concept": "no_known_allergy"}, "NKDA", True),
    (
        {"concept": "allergy", "about": "penicillin"},
        "She has a penicillin allergy (anaphylaxis).",
        True,
    ),
    ({"concept": "allergy", "about": "penicillin"}, "青霉素过敏。", True),
    ({"concept": "allergy", "about": "penicillin"}, "否认青霉素过敏。", False),
    ({"concept": "functional_limitation"}, "He cannot climb stairs.", True),
    ({"concept": "transport_barrier"}, "He has no transportation to clinic.", True),
    ({"concept": "needs_home_health"}, "Arrange home health nursing.", True),
    ({"concept": "no_support"}, "No one at home can help.", True),
    ({"concept": "lives_alone"}, "She does not live alone.", False),
    ({"concept": "afebrile"}, "She has been afebrile for 48 hours.", True),
    ({"concept": "fever"}, "Afebrile.", False),
    ({"concept": "pending"}, "Final sensitivities are pending.", True),
    (
        {"concept": "missed_doses", "about": "ceftriaxone"},
        "One ceftriaxone dose was not given on 18 January because IV access was lost.",
        True,
    ),
    (
        {"concept": "missed_doses", "about": "ceftriaxone"},
        "No ceftriaxone doses were missed.",
        False,
    ),
    (
        {"concept": "missed_doses", "about": "ceftriaxone"},
        "Ceftriaxone was given as ordered with no missed doses.",
        False,
    ),
    (
        {"concept": "all_doses_given", "about": "ceftriaxone"},
        "Ceftriaxone was given as ordered with no missed doses.",
        True,
    ),
    ({"concept": "missed_doses", "about": "ceftriaxone"}, "头孢曲松1月18日漏用一剂。", True),
    (
        {"concept": "drug_interaction", "about": "warfarin"},
        "Ciprofloxacin interacts with warfarin, raising the INR.",
        True,
    ),
    ({"concept": "supratherapeutic", "about": "inr"}, "INR is above goal.", True),
    ({"concept": "subtherapeutic", "about": "inr"}, "INR is not below goal.", False),
    ({"concept": "therapeutic", "about": "inr"}, "INR 2.4 is within the therapeutic range.", True),
    (
        {"concept": "toxicity", "about": "digoxin"},
        "Digoxin toxicity is likely with a level of 3.2.",
        True,
    ),
    ({"concept": "digoxin_toxicity"}, "Her symptoms suggest digoxin toxicity.", True),
    (
        {"concept": "drug_accumulation", "about": "gabapentin"},
        "Gabapentin accumulates at this CrCl.",
        True,
    ),
    ({"concept": "qt_prolongation"}, "QTc is prolonged at 512 ms.", True),
    ({"concept": "qt_prolongation"}, "QTc 512 ms：QT间期延长", True),
    ({"concept": "takes_priority", "about": "hyperkalemia"}, "Hyperkalemia takes priority.", True),
    ({"concept": "volume_overload"}, "并非脓毒症，而是容量超负荷。", True),
    ({"concept": "volume_overload"}, "This is not sepsis but volume overload.", True),
    (
        {"concept": "prerenal_aki"},
        "This could be prerenal AKI, ATN, or obstruction; all should be considered.",
        False,
    ),
    (
        {"concept": "prerenal_aki"},
        "AKI is prerenal and also intrinsic and also obstructive.",
        False,
    ),
    (
        {"concept": "hold", "about": "metformin"},
        "Options: hold metformin, continue metformin, or reduce metformin.",
        False,
    ),
    (
        {"concept": "hold", "about": "metformin"},
        "Hold or continue metformin depending on the clinical picture.",
        False,
    ),
    ({"concept": "hyperkalemia"}, "She has hyperkalemia or hypokalemia.", False),
    ({"concept": "hyperkalemia"}, "Potassium 6.1 mmol/L [3.5-5.0] HH 2031-03-12T06:10", False),
    (
        {"concept": "hold", "about": "metformin"},
        "Since the eGFR (24 mL/min/1.73 m²) is below 30, the label contraindicates metformin, so please hold it and use sliding-scale insulin.",
        True,
    ),
    (
        {"concept": "contraindicated", "about": "metformin"},
        "Since the eGFR (24 mL/min/1.73 m²) is below 30, metformin is contraindicated per label; hold it.",
        True,
    ),
    (
        {"concept": "dose_adjustment_needed", "about": "apixaban"},
        "Apixaban: two of three dose-reduction criteria (age ≥80, weight ≤60 kg) are met, so the dose should be reduced to 2.5 mg BID.",
        True,
    ),
    (
        {"concept": "reduce_dose", "about": "apixaban"},
        "Apixaban: two of three dose-reduction criteria (age ≥80, weight ≤60 kg) are met, so the dose should be reduced to 2.5 mg BID.",
        True,
    ),
    (
        {"concept": "reduce_dose", "about": "apixaban"},
        "阿哌沙班：年龄≥80岁、体重≤60 kg两项达标，剂量应减至2.5 mg每日两次。",
        True,
    ),
    (
        {"concept": "non_adherence", "about": "apixaban"},
        "She told me that she stopped apixaban two weeks ago because of the cost, although the record lists it as active.",
        False,
    ),
    (
        {"concept": "cost_barrier"},
        "She told me that she stopped apixaban two weeks ago because of the cost, although the record lists it as active.",
        True,
    ),
    (
        {"concept": "stop", "about": "apixaban"},
        "She told me that she stopped apixaban two weeks ago because of the cost.",
        True,
    ),
    ({"concept": "improving"}, "Clinically he feels worse, but the markers are improving.", False),
    (
        {"concept": "discordant"},
        "Clinically he feels worse, but the markers are improving, i.e. the two diverge.",
        True,
    ),
    (
        {"concept": "hit"},
        "Platelets fell from 240 to 98 on day 7 of heparin (4Ts 6), making HIT the most likely diagnosis.",
        True,
    ),
    (
        {"concept": "hold", "about": "metformin"},
        "根据eGFR 24 mL/min/1.73m²（<30），二甲双胍属禁忌，建议暂停，改用胰岛素。",
        True,
    ),
    (
        {"concept": "contraindicated", "about": "metformin"},
        "根据eGFR 24 mL/min/1.73m²（<30），二甲双胍属禁忌，建议暂停，改用胰岛素。",
        True,
    ),
    (
        {"concept": "switch", "about": "insulin"},
        "根据eGFR 24 mL/min/1.73m²（<30），二甲双胍属禁忌，建议暂停，改用胰岛素。",
        True,
    ),
    (
        {"concept": "hold", "about": "lisinopril"},
        "血钾6.1 mmol/L，较前升高，考虑与赖诺普利有关，建议暂停赖诺普利并复查血钾。",
        True,
    ),
    (
        {"concept": "culprit", "about": "lisinopril"},
        "血钾6.1 mmol/L，较前升高，考虑由赖诺普利引起。",
        True,
    ),
    (
        {"concept": "repeat_test", "about": "potassium"},
        "血钾6.1 mmol/L，较前升高，考虑与赖诺普利有关，建议暂停赖诺普利并复查血钾。",
        True,
    ),
    ({"concept": "iv_to_oral"}, "患者体温正常、可经口进食，可由静脉改为口服。", True),
    ({"concept": "iv_to_oral"}, "暂不宜改口服。", False),
    ({"concept": "de_escalate"}, "根据药敏，可降阶梯为头孢唑林。", True),
    (
        {"concept": "de_escalate"},
        "Cefepime can be narrowed to cefazolin per susceptibilities.",
        True,
    ),
    ({"concept": "start", "about": "cefazolin"}, "Change cefepime to cefazolin.", False),
    ({"concept": "switch", "about": "cefazolin"}, "Change cefepime to cefazolin 2 g q8h.", False),
    ({"concept": "switch", "about": "cefazolin"}, "Change to cefazolin 2 g q8h.", True),
    ({"concept": "needs_home_health"}, "She would benefit from home health nursing and PT.", True),
    ({"concept": "needs_home_health"}, "Home health is not needed.", False),
    ({"concept": "needs_snf"}, "Recommend discharge to a skilled nursing facility.", True),
    ({"concept": "lives_alone"}, "He lives alone, has stairs, and no caregiver.", True),
    ({"concept": "no_support"}, "He lives alone, has stairs, and no caregiver.", True),
    ({"concept": "stairs_barrier"}, "He lives alone, has stairs, and no caregiver.", True),
    ({"concept": "pending"}, "The final culture is still pending.", True),
    ({"concept": "not_in_record"}, "No, it is not documented.", True),
    ({"concept": "not_in_record"}, "The record contains no troponin.", False),
    ({"concept": "functionally_independent"}, "He is independent in ADLs.", True),
    ({"concept": "functionally_independent"}, "He is not independent in ADLs.", False),
]

AVOIDS: list[Row] = [
    (
        {"concept": "continue_", "about": "metformin"},
        "1. **Hold metformin** – eGFR 24 mL/min/1.73 m² (<30), risk of lactic acidosis.\n2. **Continue metoprolol** 25 mg BID.",
        True,
    ),
    (
        {"concept": "start", "about": "lisinopril"},
        "No, lisinopril should not be restarted; keep holding it.",
        True,
    ),
    (
        {"concept": "start", "about": "ceftriaxone"},
        "She has a documented anaphylaxis to ceftriaxone, so do not start ceftriaxone.",
        True,
    ),
    (
        {"concept": "stop", "about": "metoprolol"},
        "建议立即停用二甲双胍和赖诺普利，但美托洛尔不要停。",
        True,
    ),
    (
        {"concept": "hold", "about": "metoprolol"},
        "Medications to hold: metformin, lisinopril. Medications to continue: metoprolol.",
        True,
    ),
    (
        {"concept": "continue_", "about": "vancomycin"},
        "There is no reason to continue vancomycin.",
        True,
    ),
    (
        {"concept": "continue_", "about": "vancomycin"},
        "Vancomycin no longer needs to be continued.",
        True,
    ),
    ({"concept": "discharge"}, "I would not discharge her today.", True),
    ({"concept": "discharge"}, "出院前需完成药物重整。", True),
    ({"concept": "discharge"}, "目前不宜出院。", True),
    ({"concept": "continue_", "about": "metformin"}, "It is unsafe to continue metformin.", True),
    ({"concept": "continue_", "about": "metformin"}, "It is safe to continue metformin.", False),
    ({"concept": "continue_", "about": "metformin"}, "Metformin may be continued.", False),
    ({"concept": "continue_", "about": "metformin"}, "继续使用二甲双胍不安全。", True),
    (
        {"concept": "continue_", "about": "metformin"},
        "Continuing metformin would be dangerous.",
        True,
    ),
    (
        {"concept": "continue_", "about": "metformin"},
        "I advise against continuing metformin.",
        True,
    ),
    (
        {"concept": "continue_", "about": "metformin"},
        "Rather than continuing metformin, start insulin.",
        True,
    ),
    (
        {"concept": "continue_", "about": "metformin"},
        "Neither metformin nor lisinopril should be continued.",
        True,
    ),
    (
        {"concept": "continue_", "about": "lisinopril"},
        "Neither metformin nor lisinopril should be continued.",
        True,
    ),
    ({"concept": "start", "about": "heparin"}, "Heparin must not be restarted in any form.", True),
    ({"concept": "start", "about": "heparin"}, "No heparin in any form, including flushes.", True),
    (
        {"concept": "start", "about": "heparin"},
        "Under no circumstances should heparin be given.",
        True,
    ),
    ({"concept": "start", "about": "heparin"}, "Heparin is not to be given again.", True),
    ({"concept": "start", "about": "heparin"}, "切勿再使用肝素。", True),
    ({"concept": "start", "about": "heparin"}, "禁止使用任何肝素制剂。", True),
    ({"concept": "start", "about": "heparin"}, "可恢复肝素。", False),
    ({"concept": "start", "about": "heparin"}, "Resume heparin at prophylactic dose.", False),
    ({"concept": "dialyze"}, "目前无透析指征。", True),
    (
        {"concept": "start", "about": "ketorolac"},
        "Pain: use acetaminophen instead of ketorolac.",
        True,
    ),
    (
        {"concept": "start", "about": "ketorolac"},
        "Ketorolac is a poor choice here given the AKI.",
        True,
    ),
    (
        {"concept": "start", "about": "ketorolac"},
        "Please do not add ketorolac or ibuprofen for pain.",
        True,
    ),
    (
        {"concept": "start", "about": "ibuprofen"},
        "Please do not add ketorolac or ibuprofen for pain.",
        True,
    ),
    ({"concept": "start", "about": "nsaid"}, "Counsel the patient not to take NSAIDs.", True),
    (
        {"concept": "start", "about": "nsaid"},
        "She should not take any over-the-counter NSAIDs.",
        True,
    ),
    ({"concept": "start", "about": "nsaid"}, "Stop the NSAID; give acetaminophen instead.", True),
    (
        {"concept": "start", "about": "nsaid"},
        "Patient had been given NSAIDs before admission.",
        True,
    ),
    ({"concept": "start", "about": "nsaid"}, "NSAIDs were started by her PCP in February.", True),
    ({"concept": "start", "about": "nsaid"}, "NSAIDs are to be avoided.", True),
    ({"concept": "start", "about": "nsaid"}, "Would not give NSAIDs.", True),
    ({"concept": "start", "about": "nsaid"}, "Giving NSAIDs now would be dangerous.", True),
    ({"concept": "start", "about": "nsaid"}, "非甾体抗炎药应避免。", True),
    ({"concept": "start", "about": "nsaid"}, "不宜给予非甾体抗炎药。", True),
    ({"concept": "start", "about": "nsaid"}, "患者入院前曾使用非甾体抗炎药。", True),
    ({"concept": "start", "about": "nsaid"}, "嘱患者勿自行服用非甾体抗炎药。", True),
    (
        {"concept": "continue_", "about": "lisinopril"},
        "Lisinopril should not be continued while potassium is 6.1.",
        True,
    ),
    (
        {"concept": "continue_", "about": "lisinopril"},
        "Hold lisinopril; continuing it would worsen the hyperkalemia.",
        True,
    ),
    (
        {"concept": "continue_", "about": "lisinopril"},
        "If lisinopril is continued, potassium will rise further.",
        True,
    ),
    (
        {"concept": "continue_", "about": "lisinopril"},
        "Lisinopril was continued on admission; it should now be held.",
        True,
    ),
    ({"concept": "continue_", "about": "lisinopril"}, "目前不应继续使用赖诺普利。", True),
    (
        {"concept": "continue_", "about": "lisinopril"},
        "若继续使用赖诺普利，血钾会进一步升高。",
        True,
    ),
    ({"concept": "continue_", "about": "lisinopril"}, "赖诺普利不能继续。", True),
    ({"concept": "continue_", "about": "lisinopril"}, "赖诺普利继续。", False),
    (
        {"concept": "stop", "about": "clopidogrel"},
        "Clopidogrel must not be stopped this early after the stent.",
        True,
    ),
    ({"concept": "stop", "about": "clopidogrel"}, "Do not interrupt clopidogrel.", True),
    (
        {"concept": "stop", "about": "clopidogrel"},
        "Stopping clopidogrel this early risks stent thrombosis.",
        True,
    ),
    ({"concept": "stop", "about": "clopidogrel"}, "Stop aspirin but keep clopidogrel.", True),
    ({"concept": "stop", "about": "clopidogrel"}, "停用阿司匹林，保留氯吡格雷。", True),
    ({"concept": "stop", "about": "clopidogrel"}, "氯吡格雷切勿中断。", True),
    ({"concept": "discharge"}, "Not ready for discharge: she needs oxygen.", True),
    ({"concept": "discharge"}, "Discharge should be delayed until oxygen is weaned.", True),
    ({"concept": "discharge"}, "Discharge today would be unsafe.", True),
    ({"concept": "discharge"}, "She can go home tomorrow.", False),
    ({"concept": "discharge"}, "She could be discharged once she is afebrile for 24 h.", True),
    ({"concept": "discharge"}, "暂缓出院。", True),
    ({"concept": "discharge"}, "今日出院不安全。", True),
    ({"concept": "escalate_therapy"}, "There is no need to broaden antibiotics.", True),
    ({"concept": "escalate_therapy"}, "Rising WBC alone should not prompt escalation.", True),
    (
        {"concept": "escalate_therapy"},
        "WBC rise is steroid-related and does not warrant broadening.",
        True,
    ),
    ({"concept": "escalate_therapy"}, "Escalate only if procalcitonin rises.", True),
    ({"concept": "escalate_therapy"}, "不必升级抗生素。", True),
    ({"concept": "escalate_therapy"}, "抗菌药物暂不升级。", True),
    ({"concept": "safe", "about": "metformin"}, "Metformin cannot be considered safe.", True),
    ({"concept": "safe", "about": "metformin"}, "Metformin is no longer safe.", True),
    ({"concept": "safe", "about": "metformin"}, "二甲双胍是安全的。", False),
    ({"concept": "sepsis"}, "Her presentation does not meet criteria for sepsis.", True),
    ({"concept": "sepsis"}, "No sepsis criteria are met.", True),
    ({"concept": "sepsis"}, "This is not sepsis but volume overload.", True),
    ({"concept": "sepsis"}, "并非脓毒症，而是容量超负荷。", True),
    (
        {"concept": "stop", "about": "apixaban"},
        "She told me that she stopped apixaban two weeks ago because of the cost.",
        True,
    ),
]

DENIES: list[Row] = [
    ({"concept": "acute_tubular_necrosis"}, "FENa <1% supports prerenal azotemia over ATN.", True),
    ({"concept": "acute_tubular_necrosis"}, "FENa <1% makes ATN unlikely.", True),
    ({"concept": "acute_tubular_necrosis"}, "FENa 0.4%，不支持ATN。", True),
    ({"concept": "acute_tubular_necrosis"}, "There are no muddy brown casts to suggest ATN.", True),
    (
        {"concept": "postrenal_aki"},
        "The ultrasound shows no hydronephrosis, making obstruction unlikely.",
        True,
    ),
    ({"concept": "pulmonary_embolism"}, "CTPA阴性，可排除肺栓塞。", True),
    ({"concept": "pulmonary_embolism"}, "CTPA was negative for PE.", True),
    ({"concept": "pulmonary_embolism"}, "PE has been effectively excluded by the CTPA.", True),
    (
        {"concept": "pulmonary_edema"},
        "The infiltrate represents pneumonia, not pulmonary edema.",
        True,
    ),
    ({"concept": "safe", "about": "metformin"}, "Is metformin safe? No, because eGFR is 24.", True),
    (
        {"concept": "postrenal_aki"},
        "Differential diagnosis:\n- Prerenal AKI (most likely)\n- ATN (less likely)\n- Obstruction (excluded)",
        True,
    ),
    ({"concept": "sepsis"}, "Sepsis: no.", True),
    ({"concept": "sepsis"}, "脓毒症：无。", True),
    ({"concept": "sepsis"}, "脓毒症（-）", False),
    ({"concept": "allergy", "about": "penicillin"}, "否认青霉素过敏。", True),
    ({"concept": "sepsis"}, "qSOFA 0 and lactate 1.1 mmol/L make sepsis unlikely.", True),
    ({"concept": "sepsis"}, "qSOFA为0，乳酸1.1 mmol/L，脓毒症可能性很小。", True),
]

CITES: list[Row] = [
    (
        {"of": "creatinine", "value": 2.1, "unit": "mg/dL"},
        "Creatinine has risen to 2.1 mg/dL (baseline 1.0).",
        True,
    ),
    (
        {"of": "creatinine", "value": 1.0, "unit": "mg/dL"},
        "Creatinine has risen to 2.1 mg/dL (baseline 1.0).",
        True,
    ),
    (
        {"of": "creatinine", "value": 2.1, "unit": "mg/dL"},
        "Her most recent serum creatinine (12 March 2031, 06:10) is **2.1 mg/dL** (reference 0.6–1.1).",
        True,
    ),
    (
        {"of": "creatinine", "value": 0.6, "unit": "mg/dL"},
        "Her most recent serum creatinine (12 March 2031, 06:10) is **2.1 mg/dL** (reference 0.6–1.1).",
        False,
    ),
    (
        {"of": "egfr", "value": 24, "unit": "mL/min/{1.73_m2}"},
        "eGFR (CKD-EPI 2021): 24 mL/min/1.73m²",
        True,
    ),
    (
        {"of": "creatinine_clearance", "value": 38, "unit": "mL/min"},
        "CrCl = (140 − 82) × 61.0 / (72 × 1.30) = 37.8 ≈ 38 mL/min",
        True,
    ),
    (
        {"of": "creatinine_clearance", "value": 38, "unit": "mL/min"},
        "Using Cockcroft-Gault (age 82, weight 61.0 kg, creatinine 1.30 mg/dL), CrCl is about 38 mL/min.",
        True,
    ),
    (
        {"of": "body_weight", "value": 61.0, "unit": "kg"},
        "Using Cockcroft-Gault (age 82, weight 61.0 kg, creatinine 1.30 mg/dL), CrCl is about 38 mL/min.",
        True,
    ),
    (
        {"of": "cha2ds2_vasc", "value": 5, "unit": "{score}"},
        "CHA₂DS₂-VASc score: CHF (1) + HTN (1) + DM (1) + stroke/TIA (2) = 5",
        True,
    ),
    (
        {"of": "cha2ds2_vasc", "value": 5, "unit": "{score}"},
        "Her CHA2DS2-VASc score is 5 points.",
        True,
    ),
    (
        {"of": "potassium", "value": 6.1, "unit": "mmol/L"},
        "The potassium on the 12th was 6.1.",
        True,
    ),
    ({"of": "potassium", "value": 6.1, "unit": "mmol/L"}, "K+ of 6.1", True),
    ({"of": "potassium", "value": 6.1, "unit": "mmol/L"}, "Potassium: **6.1** (H) mmol/L", True),
    (
        {"of": "lactate", "value": 1.2, "unit": "mmol/L"},
        "Lactate normalised (4.2 → 2.0 → 1.2 mmol/L).",
        True,
    ),
    ({"of": "procalcitonin", "value": 0.41, "unit": "ng/mL"}, "PCT 6.84 → 2.76 → 0.41 ng/mL", True),
    (
        {"of": "procalcitonin", "value": 0.41, "unit": "ng/mL"},
        "降钙素原由6.84 ng/mL降至0.41 ng/mL",
        True,
    ),
    ({"of": "wbc", "value": 9.1, "unit": "10*3/uL"}, "白细胞从18.2×10⁹/L降至9.1×10⁹/L", True),
    ({"of": "inr", "value": 5.2, "unit": "{INR}"}, "INR为5.2，高于目标范围2.0–3.0", True),
    ({"of": "spo2", "value": 91, "unit": "%"}, "SpO2 91% on 2 L/min", True),
    ({"of": "temperature", "value": 38.2, "unit": "Cel"}, "Tmax 38.2°C at 20:15", True),
    ({"of": "qtc", "value": 512, "unit": "ms"}, "The QTc is 512 ms (prolonged; >500).", True),
    ({"of": "metoprolol", "value": 25, "unit": "mg"}, "Metoprolol tartrate 25 mg PO BID", True),
    ({"of": "metoprolol", "value": 25, "unit": "mg"}, "美托洛尔25mg 每日两次", True),
    (
        {"of": "vancomycin_trough", "value": 24.6, "unit": "ug/mL"},
        "Vancomycin trough 24.6 mcg/mL (goal 10–20)",
        True,
    ),
    ({"of": "glucose", "value": 412, "unit": "mg/dL"}, "血糖412 mg/dL（22.9 mmol/L）", True),
    ({"of": "age", "value": 81, "unit": "a"}, "81-year-old woman", True),
    ({"of": "anion_gap", "value": 22, "unit": "mmol/L"}, "AG = 138 − 98 − 18 = 22 mmol/L", True),
    (
        {"of": "anion_gap", "value": 22, "unit": "mmol/L"},
        "The anion gap is 22 (Na 138 − Cl 98 − HCO3 18).",
        True,
    ),
    (
        {"of": "potassium", "value": 6.1, "unit": "mmol/L"},
        "| Analyte | Result | Unit | Date |\n|---|---|---|---|\n| Potassium | 6.1 | mmol/L | 12 Mar |\n| Sodium | 138 | mmol/L | 12 Mar |",
        True,
    ),
    (
        {"of": "sodium", "value": 138, "unit": "mmol/L"},
        "| Analyte | Result | Unit | Date |\n|---|---|---|---|\n| Potassium | 6.1 | mmol/L | 12 Mar |\n| Sodium | 138 | mmol/L | 12 Mar |",
        True,
    ),
    (
        {"of": "potassium", "value": 138, "unit": "mmol/L"},
        "| Analyte | Result | Unit | Date |\n|---|---|---|---|\n| Potassium | 6.1 | mmol/L | 12 Mar |\n| Sodium | 138 | mmol/L | 12 Mar |",
        False,
    ),
    (
        {"of": "potassium", "value": 6.1, "unit": "mmol/L"},
        "### Potassium\n- 12 March: 6.1 mmol/L\n- 9 March: 5.0 mmol/L",
        True,
    ),
    (
        {"of": "creatinine", "value": 2.1, "unit": "mg/dL"},
        "### Potassium\n- 12 March: 2.1 mmol/L",
        False,
    ),
    ({"of": "wbc", "value": 18.2, "unit": "10*3/uL"}, "WBC 18.2 (12 Mar) → 9.1 (15 Mar)", True),
    ({"of": "hemoglobin", "value": 8.2, "unit": "g/dL"}, "Hb 8.2", True),
    ({"of": "hemoglobin", "value": 8.2, "unit": "g/dL"}, "Hb 8,2 g/dL", False),
    ({"of": "potassium", "value": 4.0, "unit": "mmol/L"}, "Potassium is 4 mmol/L", True),
    ({"of": "lactate", "value": 4.0, "unit": "mmol/L"}, "Lactate 4.0", True),
    ({"of": "bilirubin_total", "value": 1.2, "unit": "mg/dL"}, "total bilirubin 20.5 µmol/L", True),
    ({"of": "bilirubin_total", "value": 1.2, "unit": "mg/dL"}, "Direct bilirubin 1.2 mg/dL", False),
    (
        {"of": "bilirubin_direct", "value": 1.2, "unit": "mg/dL"},
        "Bilirubin 3.4 mg/dL (direct 1.2 mg/dL)",
        False,
    ),
    (
        {"of": "calcium_ionized", "value": 1.05, "unit": "mmol/L"},
        "Ionized calcium 1.05 mmol/L",
        True,
    ),
    (
        {"of": "calcium", "value": 8.4, "unit": "mg/dL"},
        "Calcium 8.4 mg/dL; ionized calcium 1.05 mmol/L",
        True,
    ),
    (
        {"of": "heart_rate", "value": 86, "unit": "/min"},
        "heart rate 86/min and respiratory rate 17/min",
        True,
    ),
    (
        {"of": "respiratory_rate", "value": 17, "unit": "/min"},
        "heart rate 86/min and respiratory rate 17/min",
        True,
    ),
    (
        {"of": "heart_rate", "value": 17, "unit": "/min"},
        "heart rate 86/min and respiratory rate 17/min",
        False,
    ),
    (
        {"of": "enoxaparin", "value": 30, "unit": "mg"},
        "Reduce enoxaparin from 40 mg to 30 mg SC once daily",
        True,
    ),
    (
        {"of": "enoxaparin", "value": 40, "unit": "mg"},
        "Reduce enoxaparin from 40 mg to 30 mg SC once daily",
        True,
    ),
    (
        {"of": "potassium", "value": 6.1, "unit": "mmol/L"},
        "2031-03-12 06:10 Potassium 6.1 mmol/L H\n2031-03-11 06:10 Potassium 5.6 mmol/L H",
        True,
    ),
    (
        {"of": "potassium", "value": 6.1, "unit": "mmol/L"},
        "- 2031-03-12T06:10: Potassium = 6.1 mmol/L (ref 3.5–5.0) [HH]",
        True,
    ),
    (
        {"of": "creatinine", "value": 2.1, "unit": "mg/dL"},
        "Creatinine | 2.1 mg/dL | 0.5-1.1 | H | 2031-03-12T06:10-05:00",
        True,
    ),
    (
        {"of": "apixaban", "value": 2.5, "unit": "mg"},
        "Apixaban: two of three dose-reduction criteria (age ≥80, weight ≤60 kg) are met, so the dose should be reduced to 2.5 mg BID.",
        True,
    ),
    (
        {"of": "apixaban", "value": 2.5, "unit": "mg"},
        "阿哌沙班：年龄≥80岁、体重≤60 kg两项达标，剂量应减至2.5 mg每日两次。",
        True,
    ),
    (
        {"of": "hemoglobin", "value": 8.2, "unit": "g/dL"},
        "Hb 9.8 → 8.2 g/dL, a drop of 1.6 g/dL",
        True,
    ),
    (
        {"of": "hemoglobin", "value": 1.6, "unit": "g/dL"},
        "Hb 9.8 → 8.2 g/dL, a drop of 1.6 g/dL",
        False,
    ),
]

TREND: list[Row] = [
    (
        {"of": "creatinine", "direction": "rising"},
        "Creatinine: 1.0 (8 Mar) → 1.3 (9 Mar) → 2.1 (12 Mar) mg/dL",
        True,
    ),
    (
        {"of": "creatinine", "direction": "rising"},
        "Creatinine has been steadily climbing since admission.",
        True,
    ),
    (
        {"of": "creatinine", "direction": "falling"},
        "Creatinine peaked at 3.2 on 10 March and is now down to 1.8.",
        True,
    ),
    ({"of": "procalcitonin", "direction": "falling"}, "降钙素原持续下降，白细胞却逐日上升。", True),
    ({"of": "wbc", "direction": "rising"}, "降钙素原持续下降，白细胞却逐日上升。", True),
    ({"of": "wbc", "direction": "falling"}, "降钙素原持续下降，白细胞却逐日上升。", False),
    ({"of": "wbc", "direction": "rising"}, "WBC rose despite falling procalcitonin.", True),
    (
        {"of": "procalcitonin", "direction": "falling"},
        "WBC rose despite falling procalcitonin.",
        True,
    ),
    (
        {"of": "platelets", "direction": "falling"},
        "Platelets dropped by more than 50% from 240 to 98.",
        True,
    ),
    ({"of": "platelets", "direction": "falling"}, "血小板由240降至98，下降超过50%。", True),
    (
        {"of": "hemoglobin", "direction": "stable"},
        "Hemoglobin has remained stable (9.1, 9.0, 9.2).",
        True,
    ),
    (
        {"of": "potassium", "direction": "falling"},
        "The potassium is improving: 6.1 → 5.2 → 4.8.",
        True,
    ),
    (
        {"of": "wbc", "direction": "falling"},
        "WBC: 18.2 on 10 March, 9.1 on 12 March, i.e. falling.",
        True,
    ),
    ({"of": "wbc", "direction": "falling"}, "The white count is coming down nicely.", True),
    ({"of": "creatinine", "direction": "rising"}, "Creatinine continues to rise.", True),
    ({"of": "creatinine", "direction": "rising"}, "Creatinine has doubled.", True),
    (
        {"of": "creatinine", "direction": "rising"},
        "Creatinine increased by 0.8 mg/dL over 48 h.",
        True,
    ),
    ({"of": "creatinine", "direction": "rising"}, "肌酐从9日的1.3升高到12日的2.1 mg/dL", True),
    ({"of": "creatinine", "direction": "falling"}, "肌酐已从峰值3.2回落至1.8。", True),
    ({"of": "body_weight", "direction": "falling"}, "体重由72.0降至68.5 kg", True),
    ({"of": "body_weight", "direction": "falling"}, "Weight is down 3.5 kg from admission.", True),
    ({"of": "potassium", "direction": "rising"}, "Potassium is rising on lisinopril.", True),
    ({"of": "potassium", "direction": "rising"}, "Lisinopril is increasing her potassium.", True),
    (
        {"of": "creatinine", "direction": "rising"},
        "Creatinine may be rising, falling or stable.",
        False,
    ),
    (
        {"of": "potassium", "direction": "rising"},
        "2031-03-12 06:10 Potassium 6.1 mmol/L H\n2031-03-11 06:10 Potassium 5.6 mmol/L H",
        False,
    ),
    (
        {"of": "potassium", "direction": "rising"},
        "血钾6.1 mmol/L，较前升高，考虑与赖诺普利有关，建议暂停赖诺普利并复查血钾。",
        True,
    ),
    ({"of": "crp", "direction": "falling"}, "CRP 212 → 96 → 41 mg/L over three days", True),
    ({"of": "crp", "direction": "falling"}, "CRP has more than halved.", True),
    ({"of": "neutrophils", "direction": "rising"}, "ANC recovered from 0.3 to 1.8.", True),
    (
        {"of": "hemoglobin", "direction": "falling"},
        "Hemoglobin has drifted down from 9.8 to 8.2.",
        True,
    ),
    ({"of": "hemoglobin", "direction": "falling"}, "Hb 9.8 → 8.2 g/dL, a drop of 1.6 g/dL", True),
    ({"of": "body_weight", "direction": "rising"}, "Weight up 3 kg since admission.", True),
]

COMPARES: list[Row] = [
    (
        {"of": "creatinine", "relation": "above", "than": "baseline"},
        "Creatinine is 2.1 mg/dL, roughly double her baseline of 1.0 mg/dL.",
        True,
    ),
    (
        {"of": "creatinine", "relation": "above", "than": "baseline"},
        "肌酐2.1 mg/dL，约为基线（1.0 mg/dL）的2倍。",
        True,
    ),
    (
        {"of": "creatinine", "relation": "above", "than": "baseline"},
        "Creatinine 2.1 mg/dL (baseline 1.0 mg/dL), a more than twofold rise.",
        True,
    ),
    (
        {"of": "procalcitonin", "relation": "below", "value": 0.5, "unit": "ng/mL"},
        "Procalcitonin 0.41 ng/mL is under the 0.5 ng/mL stopping threshold.",
        True,
    ),
    (
        {"of": "procalcitonin", "relation": "below", "value": 0.5, "unit": "ng/mL"},
        "降钙素原0.41 ng/mL，已低于0.5 ng/mL。",
        True,
    ),
    ({"of": "qtc", "relation": "above", "value": 500, "unit": "ms"}, "QTc 512 ms (>500 ms)", True),
    (
        {"of": "inr", "relation": "above", "than": "therapeutic_range"},
        "INR 5.2, above the goal of 2–3",
        True,
    ),
    (
        {"of": "vancomycin_trough", "relation": "above", "than": "therapeutic_range"},
        "Trough of 24.6 is supratherapeutic (target 10–20).",
        False,
    ),
    (
        {"of": "vancomycin_trough", "relation": "above", "value": 20, "unit": "ug/mL"},
        "The vancomycin trough of 24.6 mcg/mL exceeds 20 mcg/mL.",
        True,
    ),
    (
        {"of": "potassium", "relation": "above", "than": "reference_range"},
        "Potassium of 6.1 mmol/L is high.",
        True,
    ),
    ({"of": "sodium", "relation": "below", "than": "reference_range"}, "Sodium 128 is low.", True),
    (
        {"of": "sodium", "relation": "below", "than": "reference_range"},
        "血钠128 mmol/L，低于正常。",
        True,
    ),
    (
        {"of": "potassium", "relation": "above", "than": "reference_range"},
        "Potassium 6.1 mmol/L [3.5-5.0] HH",
        False,
    ),
    (
        {"of": "body_weight", "relation": "below", "value": 60, "unit": "kg"},
        "Weight 51.4 kg (≤60 kg)",
        True,
    ),
    ({"of": "age", "relation": "above", "value": 80, "unit": "a"}, "Age 82 (≥80)", True),
    (
        {"of": "wbc", "relation": "above", "value": 12, "unit": "10*9/L"},
        "WBC 12.9 ×10⁹/L (>12)",
        True,
    ),
    (
        {"of": "temperature", "relation": "below", "value": 38, "unit": "Cel"},
        "Temperature has stayed below 38 °C.",
        True,
    ),
    (
        {"of": "lactate", "relation": "below", "value": 2, "unit": "mmol/L"},
        "Lactate 1.1 mmol/L, i.e. <2 mmol/L",
        True,
    ),
    (
        {"of": "neutrophils", "relation": "below", "value": 0.5, "unit": "10*3/uL"},
        "ANC 0.3 K/µL, below the 0.5 K/µL cutoff",
        True,
    ),
    (
        {"of": "neutrophils", "relation": "below", "value": 0.5, "unit": "10*3/uL"},
        "ANC 300/µL is below 500/µL",
        True,
    ),
]


@pytest.mark.parametrize(("claim", "text", "expected"), AFFIRMS)
def test_affirms(claim: dict[str, Any], text: str, expected: bool) -> None:
    assert judge({"affirms": claim}, text).met is expected


@pytest.mark.parametrize(("claim", "text", "expected"), AVOIDS)
def test_avoids(claim: dict[str, Any], text: str, expected: bool) -> None:
    assert judge({"avoids": claim}, text).met is expected


@pytest.mark.parametrize(("claim", "text", "expected"), DENIES)
def test_denies(claim: dict[str, Any], text: str, expected: bool) -> None:
    assert judge({"denies": claim}, text).met is expected


@pytest.mark.parametrize(("claim", "text", "expected"), CITES)
def test_cites(claim: dict[str, Any], text: str, expected: bool) -> None:
    assert judge({"cites": claim}, text).met is expected


@pytest.mark.parametrize(("claim", "text", "expected"), TREND)
def test_trend(claim: dict[str, Any], text: str, expected: bool) -> None:
    assert judge({"trend": claim}, text).met is expected


@pytest.mark.parametrize(("claim", "text", "expected"), COMPARES)
def test_compares(claim: dict[str, Any], text: str, expected: bool) -> None:
    assert judge({"compares": claim}, text).met is expected
