import type { MicrosoftCalendar, StoredEvent } from './model.js';

const baseOf = (id: string) => id.replace(/_\d{8}$/, '');

/** The id of an event or occurrence that changes on a move, from its immutable one. */
export function plainId(id: string, master: StoredEvent | undefined): string {
  return master?.movedId === undefined ? id : master.movedId + id.slice(master.id.length);
}

export const plainIdOf = (event: StoredEvent, calendar: MicrosoftCalendar): string =>
  plainId(event.id, event.exception ? calendar.events.get(event.exception.masterId) : event);

/**
 * The immutable id that a request names; undefined if it is the one from before a move. Ids of both kinds are accepted,
 * the immutable one of a moved event only with its preference.
 */
export function immutableId(calendar: MicrosoftCalendar, id: string, isImmutable: boolean): string | undefined {
  const base = baseOf(id);
  const moved = [...calendar.events.values()].find(({ movedId }) => movedId === base);
  if (moved) return moved.id + id.slice(base.length);
  return !isImmutable && calendar.events.get(base)?.movedId !== undefined ? undefined : id;
}
