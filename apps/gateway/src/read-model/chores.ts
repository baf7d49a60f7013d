import type { Logger } from '@kalends/service';
import type { Pool } from 'pg';
import { forgetFormerPlaces } from './former-places.js';
import { back, rollHorizon } from './horizon.js';

const hour = 3_600_000;

/** What the gateway does by itself once an hour: rolls the horizon, forgets dead tokens and codes and old places. */
export class Chores {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly pool: Pool,
    private readonly log: Logger,
    private readonly now: () => number,
  ) {}

  /** Resolves after the first round: only then do reads know their horizon. */
  async start(): Promise<void> {
    await this.round();
    this.timer = setInterval(() => {
      this.running = this.round().catch((error: unknown) =>
        this.log.warn({ err: error }, 'chores will be tried again'),
      );
    }, hour);
    this.timer.unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }

  private async round(): Promise<void> {
    const rolled = await rollHorizon(this.pool, this.now(), (series) => this.log.debug({ series }, 'horizon extended'));
    if (rolled) this.log.info({ event: 'horizon-rolled' }, 'the horizon of materialised occurrences has moved');
    await this.pool.query("DELETE FROM access_token WHERE expires_at < now() - interval '1 day'");
    await forgetFormerPlaces(this.pool, this.now() - back);
    await this.pool.query("DELETE FROM authorization_code WHERE expires_at < now() - interval '1 day'");
  }
}
