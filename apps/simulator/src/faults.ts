import type { SimulatorClock } from './clock.js';

/** A fault for the next matching requests. */
export interface Fault {
  /** Part of the path. */
  path?: string;
  method?: string;
  /** How many requests it affects. */
  times: number;
  /** How many matching requests succeed first. */
  after?: number;
  /** Ends after this many seconds, whether it affected any request or not. */
  seconds?: number;
  /** Answers with this status and does nothing. */
  status?: number;
  reason?: string;
  retryAfter?: number;
  /** Executes the request, then closes the connection without a response. */
  lostAnswer?: boolean;
  /**
   * Executes the request, and answers after this many milliseconds: a caller with a shorter timeout gets no response.
   */
  delayMs?: number;
  /** Executes the request, and answers with a page instead of JSON, or with the first half of the JSON. */
  spoils?: 'page' | 'half';
}

export class Faults {
  private scripted: (Fault & { until: number })[] = [];
  /** Added to every response, in milliseconds. */
  latencyMs = 0;

  constructor(private readonly clock: SimulatorClock) {}

  add(fault: Fault): void {
    this.scripted.push({ ...fault, until: this.clock.now() + (fault.seconds ?? Infinity) * 1_000 });
  }

  clear(): void {
    this.scripted = [];
    this.latencyMs = 0;
  }

  /** The fault that affects a request; counts it as used. */
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
