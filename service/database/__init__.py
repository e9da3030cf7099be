"""PostgreSQL: connections, migrations, and the server that comes with the packages."""
