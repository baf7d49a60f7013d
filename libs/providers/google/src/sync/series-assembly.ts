import type { GoogleSeries } from './read-series.js';
import type { GoogleEvent } from './resources.js';

export const isCancelled = ({ status }: GoogleEvent): boolean => status === 'cancelled';

/** Instances of another user's series: only these were shared, and they have no master. */
export const orphans = (id: string, exceptions: readonly GoogleEvent[]): GoogleSeries[] => {
  const alive = exceptions.filter((one) => !isCancelled(one));
  return alive.length > 0 ? [{ id, master: undefined, exceptions: alive }] : [];
};

/** Series under assembly; a listing returns their parts in any order. */
export class SeriesAssembly {
  readonly masters = new Map<string, GoogleEvent>();
  readonly exceptions = new Map<string, GoogleEvent[]>();
  readonly removed = new Set<string>();

  /** Returns the single events of a page, which need nothing else. */
  add(events: readonly GoogleEvent[]): GoogleSeries[] {
    const singles: GoogleSeries[] = [];
    for (const event of events) {
      const { id, recurringEventId } = event;
      if (recurringEventId !== undefined) {
        this.exceptions.set(recurringEventId, [...(this.exceptions.get(recurringEventId) ?? []), event]);
      } else if (isCancelled(event)) this.removed.add(id);
      else if (event.recurrence?.length) this.masters.set(id, event);
      else singles.push({ id, master: event, exceptions: [] });
    }
    return singles;
  }

  /** Masters with their exceptions, and exceptions without a master. */
  series(): GoogleSeries[] {
    return this.ids().flatMap((id) => {
      const exceptions = this.exceptions.get(id) ?? [];
      const master = this.masters.get(id);
      return master ? [{ id, master, exceptions }] : orphans(id, exceptions);
    });
  }

  ids(): string[] {
    return [...new Set([...this.masters.keys(), ...this.exceptions.keys()])].filter((id) => !this.removed.has(id));
  }
}
