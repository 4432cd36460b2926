"""One patient's record as FHIR R4, as of a clock."""
