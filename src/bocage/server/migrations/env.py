"""What Alembic runs; ``upgrade`` hands over the connection."""

from __future__ import annotations

from alembic import context

from bocage.server.schema import metadata

if hasattr(context, "config"):  # it has none when this file is merely imported
    connection = context.config.attributes["connection"]
    context.configure(connection=connection, target_metadata=metadata, transactional_ddl=False)
    context.run_migrations()
