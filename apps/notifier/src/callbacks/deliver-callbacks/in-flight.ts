import { Places, type Place, type Rooms } from './places.js';

/** A receiver that takes longer is unresponsive, whatever it answers then, ms. */
const slowMs = 2_000;

/** The attempt ended because the service stops: it is no evidence about the receiver. */
export class Abandoned extends Error {
  override name = 'Abandoned';
}

/** The attempts in flight, in the places that applications share. */
export class InFlight {
  private readonly places = new Places();
  private readonly works = new Map<AbortController, Promise<void>>();

  /** `timeoutMs`: of one attempt. */
  constructor(private readonly timeoutMs: number) {}

  rooms(): Rooms {
    return this.places.rooms();
  }

  /** `work` returns whether the origin responded; its signal aborts it at the deadline, or when it is abandoned. */
  run(place: Place, work: (signal: AbortSignal) => Promise<boolean>): void {
    const controller = new AbortController();
    const late = () => controller.abort(new DOMException('The deadline has passed.', 'TimeoutError'));
    const timer = setTimeout(late, this.timeoutMs);
    const begun = performance.now();
    let responsive = false;
    this.places.take(place);
    const done = work(controller.signal)
      .then((answered) => {
        responsive = answered && performance.now() - begun <= slowMs;
      })
      .finally(() => {
        clearTimeout(timer);
        this.works.delete(controller);
        this.places.leave(place, responsive);
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
}
