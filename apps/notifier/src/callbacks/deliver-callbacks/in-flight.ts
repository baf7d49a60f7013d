const total = 1_024;
const perOrigin = 8;

/** The attempt ended because the service stops: it is no evidence about the receiver. */
export class Abandoned extends Error {
  override name = 'Abandoned';
}

/**
 * The attempts in flight, counted per origin. An origin that did not respond gets one place until it responds again, so that
 * hanging receivers cannot fill the worker.
 */
export class InFlight {
  /** Concurrent attempts of an origin without history. */
  readonly perOrigin = perOrigin;
  private readonly counts = new Map<string, number>();
  private readonly unresponsive = new Set<string>();
  private readonly works = new Map<AbortController, Promise<void>>();

  /** `timeoutMs`: of one attempt. */
  constructor(private readonly timeoutMs: number) {}

  get free(): number {
    return total - this.works.size;
  }

  /** How many more attempts each busy or unresponsive origin may have. */
  get remainingByOrigin(): Map<string, number> {
    const remainingByOrigin = new Map<string, number>();
    for (const origin of this.unresponsive) remainingByOrigin.set(origin, 1);
    for (const [origin, count] of this.counts) remainingByOrigin.set(origin, Math.max(0, this.limitOf(origin) - count));
    return remainingByOrigin;
  }

  /** `work` returns whether the origin responded; its signal aborts it at the deadline, or when it is abandoned. */
  run(origin: string, work: (signal: AbortSignal) => Promise<boolean>): void {
    const controller = new AbortController();
    const late = () => controller.abort(new DOMException('The deadline has passed.', 'TimeoutError'));
    const timer = setTimeout(late, this.timeoutMs);
    this.counts.set(origin, (this.counts.get(origin) ?? 0) + 1);
    const done = work(controller.signal)
      .then((answered) => {
        if (answered) this.unresponsive.delete(origin);
        else this.unresponsive.add(origin);
      })
      .finally(() => {
        clearTimeout(timer);
        this.works.delete(controller);
        const remaining = this.counts.get(origin)! - 1;
        if (remaining > 0) this.counts.set(origin, remaining);
        else this.counts.delete(origin);
      });
    this.works.set(controller, done);
  }

  async drained(): Promise<void> {
    while (this.works.size > 0) await Promise.allSettled(this.works.values());
  }

  /** Waits a while for attempts in flight, then aborts them. */
  async stop(graceMs: number): Promise<void> {
    const timer = setTimeout(() => {
      for (const controller of this.works.keys()) controller.abort(new Abandoned('the service stops'));
    }, graceMs);
    await this.drained();
    clearTimeout(timer);
  }

  private limitOf(origin: string): number {
    return this.unresponsive.has(origin) ? 1 : perOrigin;
  }
}
