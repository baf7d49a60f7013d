import type { Logger } from '@kalends/service';
import type { Pool } from 'pg';
import { rollHorizon } from './projection/roll-horizon.js';

const hour = 3_600_000;

/** What availability does by itself once an hour: moves the horizon, forgets holds that ended. */
export class Chores {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly pool: Pool,
    private readonly log: Logger,
    private readonly now: () => number,
  ) {}

  /** Resolves after the first round: only then is there a horizon to pack into. */
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
    const rolled = await rollHorizon(this.pool, this.now(), (events) => this.log.debug({ events }, 'horizon extended'));
    if (rolled) this.log.info({ event: 'horizon-rolled' }, 'the horizon of packed busy time has moved');
    await this.pool.query('DELETE FROM hold WHERE expires_ms < $1', [this.now() - 24 * hour]);
  }
}
