const total = 1_024;
const perOrigin = 8;

/**
 * The attempts in hand, counted per origin. An origin that did not answer gets one place until it answers again, so
 * that hanging receivers cannot fill the worker.
 */
export class InFlight {
  /** Places of an origin that nothing is known of. */
  readonly perOrigin = perOrigin;
  private readonly counts = new Map<string, number>();
  private readonly silent = new Set<string>();
  private readonly works = new Set<Promise<void>>();

  get free(): number {
    return total - this.works.size;
  }

  /** How many more each origin may have that is busy or does not answer. */
  get rooms(): Map<string, number> {
    const rooms = new Map<string, number>();
    for (const origin of this.silent) rooms.set(origin, 1);
    for (const [origin, count] of this.counts) rooms.set(origin, Math.max(0, this.limitOf(origin) - count));
    return rooms;
  }

  /** `work` answers whether the origin answered. */
  run(origin: string, work: () => Promise<boolean>): void {
    this.counts.set(origin, (this.counts.get(origin) ?? 0) + 1);
    const done = work()
      .then((answered) => {
        if (answered) this.silent.delete(origin);
        else this.silent.add(origin);
      })
      .finally(() => {
        this.works.delete(done);
        const left = this.counts.get(origin)! - 1;
        if (left > 0) this.counts.set(origin, left);
        else this.counts.delete(origin);
      });
    this.works.add(done);
  }

  async drained(): Promise<void> {
    while (this.works.size > 0) await Promise.allSettled(this.works);
  }

  private limitOf(origin: string): number {
    return this.silent.has(origin) ? 1 : perOrigin;
  }
}
