"""The SQL function with which a worker on PostgreSQL fetches its next job: of a kind with a free slot, in turns if the
kind is fair."""

from __future__ import annotations

import sqlalchemy as sa

#: One fetch at a time, so that two workers do not fill the same last slot. `kinds` is a list of objects: `names` of
#: its jobs, `rest` (true: instead, all that `known` does not name), `here`, `everywhere` (null: no limit), `fair`.
FETCH_JOB = """
CREATE OR REPLACE FUNCTION coldread_fetch_job(queues varchar[], kinds jsonb, known varchar[], worker bigint)
    RETURNS procrastinate_jobs LANGUAGE plpgsql AS $$
DECLARE
    kind jsonb;
    names varchar[];
    found procrastinate_jobs;
BEGIN
    PERFORM pg_advisory_xact_lock(267, 24);
    FOR kind IN SELECT value FROM jsonb_array_elements(kinds) LOOP
        names := ARRAY(SELECT jsonb_array_elements_text(kind->'names'));
        CONTINUE WHEN (
            SELECT count(*) FILTER (WHERE job.worker_id = worker) >= (kind->>'here')::int
                OR count(*) >= COALESCE((kind->>'everywhere')::int, 1000000)
            FROM procrastinate_jobs job
            WHERE job.status = 'doing' AND job.queue_name = ANY (queues)
                AND CASE WHEN (kind->>'rest')::boolean THEN job.task_name <> ALL (known) ELSE job.task_name = ANY (names) END
        );
        WITH due AS (
            SELECT job.id, job.args->>'held_by' AS holder
            FROM procrastinate_jobs job
            WHERE job.status = 'todo' AND job.queue_name = ANY (queues)
                AND CASE WHEN (kind->>'rest')::boolean THEN job.task_name <> ALL (known) ELSE job.task_name = ANY (names) END
                AND (job.scheduled_at IS NULL OR job.scheduled_at <= now())
            ORDER BY job.id LIMIT CASE WHEN (kind->>'fair')::boolean THEN 500 ELSE 1 END
        ), chosen AS (
            SELECT due.id FROM due
            ORDER BY (
                SELECT count(*) FROM procrastinate_jobs running
                WHERE running.status = 'doing' AND running.task_name = ANY (names)
                    AND running.args->>'held_by' = due.holder
            ), due.id LIMIT 1
        )
        UPDATE procrastinate_jobs job SET status = 'doing', worker_id = worker
        FROM chosen WHERE job.id = chosen.id AND job.status = 'todo'
        RETURNING job.* INTO found;
        EXIT WHEN found.id IS NOT NULL;
    END LOOP;
    RETURN found;
END $$
"""


def add_fetch_job(connection: sa.Connection) -> None:
    """Create it beside the job queue's tables, on PostgreSQL only."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(FETCH_JOB)
