import type { NotedRefusal } from '../http/noted-refusals.js';

const hour = 3_600_000;

/** A request that was answered. `at`: epoch ms. */
export interface Answered {
  clientId: string;
  /** Method and pattern of the route. */
  route: string;
  status: number;
  refusal: NotedRefusal | undefined;
  requestId: string;
  at: number;
}

export interface DaySum {
  clientId: string;
  /** Epoch ms at which the UTC day begins. */
  day: number;
  calls: number;
  refused: number;
}

export interface ErrorSum {
  clientId: string;
  /** Epoch ms at which the hour begins. */
  hour: number;
  route: string;
  status: number;
  code: string;
  count: number;
  lastAt: number;
  requestId: string;
  description: string;
}

/** More combinations at a time are not kept apart from each other: only their number is counted. */
const maxSums = 20_000;
/** Characters of an example's description. */
const maxDescription = 300;

/** PostgreSQL text has no NUL and no unpaired surrogates. */
const storable = (text: string) => text.slice(0, maxDescription).replaceAll(/\p{Cs}|\0/gu, '');

/** Sums of answered requests in memory, until they are taken. */
export class Sums {
  private days = new Map<string, DaySum>();
  private errors = new Map<string, ErrorSum>();

  add({ clientId, route, status, refusal, requestId, at }: Answered): void {
    const day = at - (at % (24 * hour));
    const isRefused = status >= 400;
    const dayKey = `${clientId} ${day}`;
    const sum = this.days.get(dayKey);
    if (sum) {
      sum.calls += 1;
      if (isRefused) sum.refused += 1;
    } else if (this.days.size < maxSums) this.days.set(dayKey, { clientId, day, calls: 1, refused: isRefused ? 1 : 0 });
    if (!isRefused) return;
    const { code, description } = refusal ?? { code: 'unknown', description: '' };
    const key = `${clientId} ${at - (at % hour)} ${route} ${status} ${code}`;
    const error = this.errors.get(key);
    const newest = { lastAt: at, requestId, description: storable(description) };
    if (error) Object.assign(error, newest, { count: error.count + 1 });
    else if (this.errors.size < maxSums)
      this.errors.set(key, { clientId, hour: at - (at % hour), route, status, code, count: 1, ...newest });
  }

  /** What was counted since the last time. */
  take(): { days: DaySum[]; errors: ErrorSum[] } {
    const taken = { days: [...this.days.values()], errors: [...this.errors.values()] };
    this.days = new Map();
    this.errors = new Map();
    return taken;
  }
}
