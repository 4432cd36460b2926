"""A session as data: the model, the check language, loading."""
