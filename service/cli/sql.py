"""The SQL statements of the commands."""

IS_IMPORTED = "SELECT FROM imports WHERE session = $1"

INSERT_ACTION = """
    INSERT INTO operator_actions (command, session, detail, system_user_name)
    VALUES ($1, $2, $3, $4)
"""

ACTIONS = """
    SELECT at, system_user_name, database_user, command, session, detail
    FROM operator_actions
    ORDER BY number
"""
