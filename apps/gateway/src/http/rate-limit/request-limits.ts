import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type { GatewayConfig } from '../../config.js';
import { Credentials } from '../../tokens/credentials.js';
import { noteApplication } from '../access-log.js';
import { clockToken, configToken, poolToken, type Clock } from '../injection-tokens.js';
import { AnswersInFlight } from './answers-in-flight.js';
import { takeLeases } from './lease.queries.js';
import { rateHeaders, tooManyRequests } from './rate-headers.js';
import { RateLimiter, type Limits } from './rate-limiter.js';

const findSql = `
  SELECT rate_limit_per_second AS second, rate_limit_per_minute AS minute FROM application WHERE client_id = $1`;

interface KnownApplication {
  clientId: string;
  limits: Limits;
  /** Epoch ms: a changed limit takes effect then. */
  until: number;
}

const cacheMs = 30_000;

/** Limits each application's requests to `/v1` per second and minute. */
@Injectable()
export class RequestLimits {
  private readonly known = new LRUCache<string, KnownApplication>({ max: 50_000 });
  private readonly limiter: RateLimiter;

  constructor(
    private readonly credentials: Credentials,
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(configToken)
    private readonly config: Pick<GatewayConfig, 'RATE_LIMIT_PER_SECOND' | 'RATE_LIMIT_PER_MINUTE'>,
    @Inject(clockToken) private readonly clock: Clock,
    private readonly answers: AnswersInFlight,
  ) {
    this.limiter = new RateLimiter({
      take: (clientId, requested) => takeLeases(pool, clientId, requested),
      monotonic: () => performance.now(),
    });
  }

  /** Spends one request of the application whose token or secret has this hash; false for an unknown one. */
  async spendByHash(hash: string, reply: FastifyReply): Promise<boolean> {
    const application = await this.cached(hash, () => this.credentials.ownerOf(hash));
    await this.spend(application, reply);
    return application !== undefined;
  }

  /** Spends one request of an authenticated application. */
  async spendOf(clientId: string, reply: FastifyReply): Promise<void> {
    await this.spend(await this.cached(`client ${clientId}`, async () => clientId), reply);
  }

  /** Throws a 429 Refusal when a period is used up. */
  private async spend(application: KnownApplication | undefined, reply: FastifyReply): Promise<void> {
    if (!application) return;
    noteApplication(reply.request, application.clientId);
    this.answers.check(application.clientId);
    const { allowed, periods } = await this.limiter.spend(application.clientId, application.limits);
    const headers = rateHeaders(periods);
    if (!allowed) throw tooManyRequests(periods, headers);
    void reply.headers(headers);
  }

  private async cached(key: string, owner: () => Promise<string | null>): Promise<KnownApplication | undefined> {
    const known = this.known.get(key);
    if (known && known.until > this.clock()) return known;
    const clientId = await owner();
    const limits = clientId === null ? undefined : await this.limitsOf(clientId);
    if (clientId === null || !limits) return undefined;
    const found = { clientId, limits, until: this.clock() + cacheMs };
    this.known.set(key, found);
    return found;
  }

  private async limitsOf(clientId: string): Promise<Limits | undefined> {
    const { rows } = await this.pool.query<{ second: number | null; minute: number | null }>({
      name: 'find-rate-limits',
      text: findSql,
      values: [clientId],
    });
    return (
      rows[0] && {
        perSecond: rows[0].second ?? this.config.RATE_LIMIT_PER_SECOND,
        perMinute: rows[0].minute ?? this.config.RATE_LIMIT_PER_MINUTE,
      }
    );
  }
}
