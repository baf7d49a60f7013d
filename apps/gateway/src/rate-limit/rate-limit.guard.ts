import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { randomToken } from '@kalends/service';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import type { GatewayConfig } from '../config.js';
import { bearer } from '../http/caller.js';
import { clockToken, configToken, poolToken, type Clock } from '../http/providers.js';
import { tokenHash } from '../tokens/hash.js';
import { BoundedMap } from './bounded-map.js';
import { takeLeases } from './lease.queries.js';
import { rateHeaders, tooManyRequests } from './rate-headers.js';
import { RateLimiter, type Limits } from './rate-limiter.js';

const findSql = `
  SELECT client_id, rate_limit_per_second AS second, rate_limit_per_minute AS minute FROM application
  WHERE client_id = coalesce(
    (SELECT account.client_id FROM access_token JOIN account USING (account_id) WHERE token_hash = $1),
    (SELECT secret.client_id FROM application_secret AS secret WHERE secret_hash = $1))`;

interface Known {
  clientId: string;
  limits: Limits;
  /** Epoch ms: a changed limit counts from then on. */
  until: number;
}

const knownForMs = 30_000;

/** Header of a request that is a part of another one, with a value that only this process knows. */
export const partOfBatch = { name: 'kalends-part-of-batch', value: randomToken(32) };

/** Limits each application's requests to `/v1` (429 with Retry-After); credentials that are unknown go on to their 401. */
@Injectable()
export class RateLimitGuard implements CanActivate {
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

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (context.getType() !== 'http') return true;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (!request.routeOptions.url?.startsWith('/v1/') || request.headers[partOfBatch.name] === partOfBatch.value)
      return true;
    const credential = bearer(request);
    const application = credential && (await this.find(tokenHash(credential)));
    if (!application) return true;
    const { allowed, periods } = await this.limiter.spend(application.clientId, application.limits);
    const headers = rateHeaders(periods);
    if (!allowed) throw tooManyRequests(periods, headers);
    void context.switchToHttp().getResponse<FastifyReply>().headers(headers);
    return true;
  }

  private async find(hash: string): Promise<Known | undefined> {
    const held = this.known.get(hash);
    if (held && held.until > this.clock()) return held;
    const { rows } = await this.pool.query<{ client_id: string; second: number | null; minute: number | null }>({
      name: 'find-rate-limits',
      text: findSql,
      values: [hash],
    });
    if (!rows[0]) return undefined;
    const { client_id, second, minute } = rows[0];
    const limits = {
      perSecond: second ?? this.config.RATE_LIMIT_PER_SECOND,
      perMinute: minute ?? this.config.RATE_LIMIT_PER_MINUTE,
    };
    return this.known.set(hash, { clientId: client_id, limits, until: this.clock() + knownForMs });
  }
}
