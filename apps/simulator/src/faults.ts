/** What is to go wrong with the next matching requests. */
export interface Fault {
  /** Part of the path. */
  path?: string;
  method?: string;
  /** How many requests it meets. */
  times: number;
  /** How many matching requests it lets pass first. */
  after?: number;
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
  private scripted: Fault[] = [];
  /** Added to every answer, in milliseconds. */
  latencyMs = 0;

  add(fault: Fault): void {
    this.scripted.push({ ...fault });
  }

  clear(): void {
    this.scripted = [];
    this.latencyMs = 0;
  }

  /** The fault that meets a request; it counts as used. */
  next(method: string, path: string): Fault | undefined {
    const fault = this.scripted.find(
      (one) => (one.method ?? method) === method && path.includes(one.path ?? '') && one.times > 0,
    );
    if (!fault) return undefined;
    if ((fault.after ?? 0) > 0) {
      fault.after = fault.after! - 1;
      return undefined;
    }
    fault.times -= 1;
    return fault;
  }
}
