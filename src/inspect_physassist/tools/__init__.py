"""The 18 tools: what they take, what they do on one sample's record and patient, and how Inspect runs them."""
