"""What words mean: vocabulary, units, schedules of doses."""
