import type { MessagingClient, Operations } from '@kalends/messaging';
import type { Sealer } from '@kalends/security';
import type { HealthCheck, Logger } from '@kalends/service-runtime';
import type { Pool } from 'pg';
import type { GatewayConfig } from './config.js';
import type { PrismaClient } from './generated/prisma/client.js';
import type { Clock, Waker } from './http/injection-tokens.js';
import type { AnswersInFlight } from './http/rate-limit/answers-in-flight.js';
import type { Landing } from './landing/landing.js';

/** What `startGateway` passes to the gateway. */
export interface GatewayDependencies {
  config: GatewayConfig;
  pool: Pool;
  /** For frequent reads: statements are planned once. */
  readPool: Pool;
  /** A streaming replica. */
  replicaPool?: Pool | undefined;
  prisma: PrismaClient;
  sealer: Sealer;
  relay: Waker;
  client: MessagingClient;
  /** What this service answers an operator about itself. */
  operations: Operations;
  clock: Clock;
  log: Logger;
  checks: HealthCheck[];
  landing: Landing;
  answers: AnswersInFlight;
}
