-- Requests to each provider by hours (epoch ms at which they begin), of all processes; kept for eight days.
CREATE TABLE "provider_use" (
    "provider" TEXT NOT NULL,
    "hour" BIGINT NOT NULL,
    "requests" BIGINT NOT NULL,
    PRIMARY KEY ("provider", "hour")
);

-- Until when a provider wants fewer requests of our client, epoch ms.
CREATE TABLE "provider_closure" (
    "provider" TEXT PRIMARY KEY,
    "closed_until" BIGINT NOT NULL
);

-- Processes that send requests, and when each last said so: among them a minute's limit is divided.
CREATE TABLE "provider_process" (
    "process_id" TEXT PRIMARY KEY,
    "seen_at" BIGINT NOT NULL
);
