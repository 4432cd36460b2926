"""`physassist check`: does a session keep every rule, and does its record bear out what it expects?"""
