import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from '@kalends/service-runtime';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { applicationOf } from '../http/access-log.js';
import { clockToken, logToken, poolToken, type Clock } from '../http/injection-tokens.js';
import { refusalNoted } from '../http/noted-refusals.js';
import { whenAnswered } from '../http/when-answered.js';
import { Sums } from './sums.js';
import { storeSums } from './sums.queries.js';

const storeEveryMs = 15_000;

/** Counts the requests of each application: in memory, stored every 15 seconds, so that no request waits for a statement. */
@Injectable()
export class CountRequests implements OnModuleDestroy {
  private readonly sums = new Sums();
  private storing: Promise<void> = Promise.resolve();
  private readonly timer = setInterval(() => void this.store(), storeEveryMs).unref();

  constructor(
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(clockToken) private readonly clock: Clock,
    @Inject(logToken) private readonly log: Logger,
  ) {}

  follow(fastify: FastifyInstance): void {
    whenAnswered(fastify, (request, reply) => {
      const clientId = applicationOf(request);
      if (clientId === undefined) return;
      this.sums.add({
        clientId,
        route: `${request.method} ${request.routeOptions.url ?? 'none'}`,
        status: reply.statusCode,
        refusal: refusalNoted(request),
        requestId: request.id,
        at: this.clock(),
      });
    });
  }

  /** Stores what was counted; counts that cannot be stored are lost, as they are no reason to keep memory. */
  store(): Promise<void> {
    const failed = (error: unknown) => this.log.warn({ err: error }, 'counts of requests were not stored');
    this.storing = this.storing.then(() => storeSums(this.pool, this.sums.take())).catch(failed);
    return this.storing;
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.store();
  }
}
