import type { EpochMs } from '@kalends/icalendar';
import { ProviderError, type RequestLimits, type Requests } from '@kalends/provider-port/sync';
import { metrics } from '@kalends/service-runtime';
import type { Clock } from '../injection-tokens.js';
import { Closure } from './closure.js';
import { DayUse } from './day-use.js';
import { forecast } from './forecast.js';
import { MinuteWindow } from './minute-window.js';
import { shares, type Purpose, type Requester } from './purpose.js';
import { WaitingLine } from './waiting-line.js';

/** While the client is closed, what people request is sent at this part of the limit. */
const whileClosed = 0.1;
/** A task that would wait longer for one request is put off, in ms. */
const longestWaitMs = 120_000;
const minuteMs = 60_000;
/** How often those that wait may have their turn, in ms. */
const turnMs = 100;

/** One request, or a batch that counts as several. */
interface Wanted extends Requester {
  count: number;
}

interface Options {
  /** The provider's id. */
  provider: string;
  /** As displayed. */
  name: string;
  limits: RequestLimits;
  clock: Clock;
}

/** Requests of our client at one provider against its limits. */
export class RequestBudget {
  readonly day: DayUse;
  readonly closure: Closure;
  readonly window: MinuteWindow;
  private readonly line = new WaitingLine();
  private lastWhileClosed: EpochMs = 0;
  private processes = 1;
  private timer: NodeJS.Timeout | undefined;

  constructor(readonly options: Options) {
    this.day = new DayUse(options.clock, options.limits.zone);
    this.closure = new Closure(options.clock);
    this.window = new MinuteWindow(options.clock);
  }

  /** Among so many processes a minute's limit is divided. */
  divide(processes: number): void {
    this.processes = Math.max(1, processes);
  }

  /** This process's part of a minute's limit; Infinity: there is none. */
  get perMinute(): number {
    const { perMinute } = this.options.limits;
    return perMinute === 0 ? Infinity : Math.max(1, Math.floor(perMinute / this.processes));
  }

  get perDay(): number {
    return this.options.limits.perDay === 0 ? Infinity : this.options.limits.perDay;
  }

  get forecast(): number {
    return forecast({ day: this.day.day, now: this.options.clock(), hours: this.day.hours });
  }

  /** What the requests of one task go through. */
  for(requester: Requester): Requests {
    return {
      admit: (signal, count = 1) => this.admit({ ...requester, count }, signal),
      limited: (retryAfterMs) => {
        const { provider } = this.options;
        if (this.closure.refused(requester.accountId, retryAfterMs)) metrics.providerBudgetClosures.inc({ provider });
      },
    };
  }

  /** Whether a request for this would be sent now, if nobody else waited. */
  hasRoom(purpose: Purpose): boolean {
    if (this.closedFor(purpose) > 0 || this.isOver(purpose)) return false;
    return this.window.used < Math.max(1, Math.floor(shares[purpose].minute * this.perMinute));
  }

  /** Whether a task for this would have to wait. */
  isShort(purpose: Purpose): boolean {
    return this.line.isBefore(purpose) || !this.hasRoom(purpose);
  }

  /** Lets those through for whom there is room now. */
  advance(): void {
    this.line.advance((purpose) => this.hasRoom(purpose));
    if (!this.line.isEmpty) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private async admit(wanted: Wanted, signal?: AbortSignal): Promise<void> {
    // it fails by itself
    if (signal?.aborted) return;
    if (!this.isShort(wanted.purpose)) return this.take(wanted);
    const retryAfterMs = this.waitAtLeast(wanted.purpose);
    if (retryAfterMs > longestWaitMs) throw this.putOff(retryAfterMs);
    const stop = metrics.providerBudgetWaits.startTimer({
      provider: this.options.provider,
      purpose: wanted.purpose,
    });
    await this.turn(wanted, signal).finally(stop);
  }

  /** Resolves in its turn; a signal that ends it lets the request fail by itself. */
  private turn(wanted: Wanted, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = (outcome: () => void) => {
        clearTimeout(deadline);
        signal?.removeEventListener('abort', onAbort);
        leave();
        outcome();
      };
      const leave = this.line.join(wanted, () => {
        this.take(wanted);
        settle(resolve);
      });
      const onAbort = () => settle(() => reject(this.putOff(0)));
      signal?.addEventListener('abort', onAbort, { once: true });
      const deadline = setTimeout(() => settle(() => reject(this.putOff(turnMs))), longestWaitMs).unref();
      this.timer ??= setInterval(() => this.advance(), turnMs).unref();
    });
  }

  private take({ purpose, count }: Wanted): void {
    this.window.add(count);
    this.day.add(count);
    if (this.closure.until !== null && purpose === 'write') this.lastWhileClosed = this.options.clock();
  }

  /** How long no request for this is sent because the provider refused others, in ms. */
  private closedFor(purpose: Purpose): number {
    const { until } = this.closure;
    if (until === null) return 0;
    const now = this.options.clock();
    if (purpose !== 'write') return until - now;
    const apartMs = Math.min(1_000, Math.max(20, minuteMs / (this.perMinute * whileClosed)));
    return Math.max(0, Math.min(until, this.lastWhileClosed + apartMs) - now);
  }

  private waitAtLeast(purpose: Purpose): number {
    const untilTomorrow = this.isOver(purpose) ? this.day.day.end - this.options.clock() : 0;
    return Math.max(this.closedFor(purpose), untilTomorrow);
  }

  /** Whether the day's part for this is used up. */
  private isOver(purpose: Purpose): boolean {
    const most = shares[purpose].day * this.perDay;
    return most !== Infinity && this.day.today >= most;
  }

  private putOff(retryAfterMs: number): ProviderError {
    const message = `The requests that ${this.options.name} permits are needed for what is more urgent.`;
    return new ProviderError('unavailable', message, { retryAfterMs, isPutOff: true });
  }
}
