-- Asked for by an operator: the service reads a state topic again from its start and makes its projection anew.
CREATE TABLE "rebuild" (
    "rebuild_id" BIGSERIAL NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "records" BIGINT NOT NULL DEFAULT 0,
    "removed" BIGINT NOT NULL DEFAULT 0,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "rebuild_pkey" PRIMARY KEY ("rebuild_id")
);
