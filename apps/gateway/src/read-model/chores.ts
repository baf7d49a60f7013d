import type { Logger } from '@kalends/service';
import type { Pool } from 'pg';
import { forgetExpired } from '../accounts/expired-connections.js';
import { forgetFormerPlaces } from './former-places.js';
import { back, refreshTruncated, rollHorizon } from './horizon.js';

const minute = 60_000;
const hour = 60 * minute;

/**
 * What the gateway does by itself. Once an hour: rolls the horizon, forgets dead tokens and codes and old places. Every
 * minute: erases what users connected and never allowed.
 */
export class Chores {
  private timers: NodeJS.Timeout[] = [];
  private running: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly pool: Pool,
    private readonly log: Logger,
    private readonly now: () => number,
  ) {}

  /** Resolves after the first round: only then do reads know their horizon. */
  async start(): Promise<void> {
    await this.round();
    await this.sweep();
    this.timers = [this.every(hour, () => this.round()), this.every(minute, () => this.sweep())];
  }

  async stop(): Promise<void> {
    this.timers.forEach(clearInterval);
    await this.running;
  }

  private every(pauseMs: number, work: () => Promise<void>): NodeJS.Timeout {
    const later = (error: unknown) => this.log.warn({ err: error }, 'chores will be tried again');
    return setInterval(() => (this.running = this.running.then(work).catch(later)), pauseMs).unref();
  }

  private async sweep(): Promise<void> {
    const count = await forgetExpired(this.pool, this.now());
    if (count > 0) this.log.info({ event: 'staged-connections-expired', count }, 'connections that nobody allowed');
  }

  private async round(): Promise<void> {
    const rolled = await rollHorizon(this.pool, this.now(), (series) => this.log.debug({ series }, 'horizon extended'));
    if (rolled) this.log.info({ event: 'horizon-rolled' }, 'the horizon of materialised occurrences has moved');
    await refreshTruncated(this.pool, this.now());
    await this.pool.query("DELETE FROM access_token WHERE expires_at < now() - interval '1 day'");
    await forgetFormerPlaces(this.pool, this.now() - back);
    await this.pool.query("DELETE FROM authorization_code WHERE expires_at < now() - interval '1 day'");
  }
}
