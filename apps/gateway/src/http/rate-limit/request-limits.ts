import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Pool } from 'pg';
import type { GatewayConfig } from '../../config.js';
import { clockToken, configToken, poolToken, type Clock } from '../providers.js';
import { BoundedMap } from './bounded-map.js';
import { takeLeases } from './lease.queries.js';
import { rateHeaders, tooManyRequests } from './rate-headers.js';
import { RateLimiter, type Limits } from './rate-limiter.js';

const findSql = (clientId: string) => `
  SELECT client_id, rate_limit_per_second AS second, rate_limit_per_minute AS minute FROM application
  WHERE client_id = ${clientId}`;

const byCredential = findSql(`coalesce(
  (SELECT account.client_id FROM access_token JOIN account USING (account_id) WHERE token_hash = $1),
  (SELECT secret.client_id FROM application_secret AS secret WHERE secret_hash = $1))`);

interface Known {
  clientId: string;
  limits: Limits;
  /** Epoch ms: a changed limit counts from then on. */
  until: number;
}

const knownForMs = 30_000;

/** What each application may ask of `/v1` in a second and a minute. */
@Injectable()
export class RequestLimits {
  private readonly known = new BoundedMap<string, Known>(50_000);
  private readonly limiter: RateLimiter;

  constructor(
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(configToken)
    private readonly config: Pick<GatewayConfig, 'RATE_LIMIT_PER_SECOND' | 'RATE_LIMIT_PER_MINUTE'>,
    @Inject(clockToken) private readonly clock: Clock,
  ) {
    this.limiter = new RateLimiter({
      take: (clientId, wanted) => takeLeases(pool, clientId, wanted),
      monotonic: () => performance.now(),
    });
  }

  /** Spends one request of the application whose token or secret has this hash; one that is unknown spends nothing. */
  async spendByHash(hash: string, reply: FastifyReply): Promise<void> {
    await this.spend(await this.find(hash, 'find-rate-limits', byCredential, hash), reply);
  }

  /** Spends one request of an application that has shown who it is. */
  async spendOf(clientId: string, reply: FastifyReply): Promise<void> {
    await this.spend(await this.find(`client ${clientId}`, 'find-client-limits', findSql('$1'), clientId), reply);
  }

  /** Throws the refusal (429) when a period is used up. */
  private async spend(application: Known | undefined, reply: FastifyReply): Promise<void> {
    if (!application) return;
    const { allowed, periods } = await this.limiter.spend(application.clientId, application.limits);
    const headers = rateHeaders(periods);
    if (!allowed) throw tooManyRequests(periods, headers);
    void reply.headers(headers);
  }

  private async find(key: string, name: string, text: string, value: string): Promise<Known | undefined> {
    const held = this.known.get(key);
    if (held && held.until > this.clock()) return held;
    const { rows } = await this.pool.query<{ client_id: string; second: number | null; minute: number | null }>({
      name,
      text,
      values: [value],
    });
    if (!rows[0]) return undefined;
    const { client_id, second, minute } = rows[0];
    const limits = {
      perSecond: second ?? this.config.RATE_LIMIT_PER_SECOND,
      perMinute: minute ?? this.config.RATE_LIMIT_PER_MINUTE,
    };
    return this.known.set(key, { clientId: client_id, limits, until: this.clock() + knownForMs });
  }
}
