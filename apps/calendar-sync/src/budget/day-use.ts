import { addDays, dateOf, midnight, type EpochMs } from '@kalends/icalendar';
import type { Clock } from '../injection-tokens.js';

const hourMs = 3_600_000;

/** `hour`: epoch ms at which it begins. */
export interface HourUse {
  hour: EpochMs;
  requests: number;
}

export const hourOf = (ms: EpochMs): EpochMs => ms - (ms % hourMs);

/** The requests of the provider's day, by hours: those of all processes as last read, and what this one has not stored yet. */
export class DayUse {
  private shared = new Map<EpochMs, number>();
  private readonly own = new Map<EpochMs, number>();
  private current = { start: 0, end: 0 };

  constructor(
    private readonly clock: Clock,
    private readonly zone: string,
  ) {}

  add(count = 1): void {
    const hour = hourOf(this.clock());
    this.own.set(hour, (this.own.get(hour) ?? 0) + count);
  }

  /** When the day began and ends at the provider. */
  get day(): { start: EpochMs; end: EpochMs } {
    const now = this.clock();
    if (now < this.current.start || now >= this.current.end) {
      const date = dateOf(now, this.zone);
      this.current = { start: midnight(date, this.zone), end: midnight(addDays(date, 1), this.zone) };
    }
    return this.current;
  }

  /** Also of days before. */
  get hours(): HourUse[] {
    const all = new Map(this.shared);
    for (const [hour, requests] of this.own) all.set(hour, (all.get(hour) ?? 0) + requests);
    return [...all].map(([hour, requests]) => ({ hour, requests }));
  }

  get today(): number {
    const { start } = this.day;
    return this.hours.filter(({ hour }) => hour >= start).reduce((sum, { requests }) => sum + requests, 0);
  }

  /** What is to be stored. */
  unstored(): HourUse[] {
    return [...this.own].map(([hour, requests]) => ({ hour, requests }));
  }

  /** These were stored, and count for all processes. */
  stored(added: readonly HourUse[]): void {
    for (const { hour, requests } of added) {
      const left = (this.own.get(hour) ?? 0) - requests;
      if (left > 0) this.own.set(hour, left);
      else this.own.delete(hour);
      this.shared.set(hour, (this.shared.get(hour) ?? 0) + requests);
    }
  }

  /** What all processes have stored. */
  know(hours: readonly HourUse[]): void {
    this.shared = new Map(hours.map(({ hour, requests }) => [hour, requests]));
  }
}
