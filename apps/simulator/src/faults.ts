import type { SimulatorClock } from './clock.js';

/** What is to go wrong with the next matching requests. */
export interface Fault {
  /** Part of the path. */
  path?: string;
  method?: string;
  /** How many requests it meets. */
  times: number;
  /** How many matching requests it lets pass first. */
  after?: number;
  /** Passes by itself after so many seconds, whether it met any or not. */
  seconds?: number;
  /** Answers with this status instead of doing it. */
  status?: number;
  reason?: string;
  retryAfter?: number;
  /** Does it, then closes the connection without an answer. */
  lostAnswer?: boolean;
  /** Does it, and answers so many milliseconds later: a caller who waits less long never hears. */
  delayMs?: number;
}

export class Faults {
  private scripted: (Fault & { until: number })[] = [];
  /** Added to every answer, in milliseconds. */
  latencyMs = 0;

  constructor(private readonly clock: SimulatorClock) {}

  add(fault: Fault): void {
    this.scripted.push({ ...fault, until: this.clock.now() + (fault.seconds ?? Infinity) * 1_000 });
  }

  clear(): void {
    this.scripted = [];
    this.latencyMs = 0;
  }

  /** The fault that meets a request; it counts as used. */
  next(method: string, path: string): Fault | undefined {
    this.scripted = this.scripted.filter(({ times, until }) => times > 0 && until > this.clock.now());
    const fault = this.scripted.find((one) => (one.method ?? method) === method && path.includes(one.path ?? ''));
    if (!fault) return undefined;
    if ((fault.after ?? 0) > 0) {
      fault.after = fault.after! - 1;
      return undefined;
    }
    fault.times -= 1;
    return fault;
  }
}
