import { GraphError } from '../microsoft/graph-error.js';
import { parseEvent } from '../microsoft/graph/event-schema.js';
import { insertEvent } from '../microsoft/graph/write-events.js';
import type { StoredEvent } from '../microsoft/model.js';
import type { MicrosoftStore } from '../microsoft/store.js';

/** An event as Graph's API has it, in a calendar by its id or in the user's default one. */
export interface SeededEvent {
  email: string;
  calendar?: string;
  /** Times may be in `tzone://Microsoft/Custom` or `tzone://Microsoft/Utc`: those of the mailbox, or UTC. */
  event: Record<string, unknown>;
  /** Somebody elsewhere who has invited the user. */
  organizer?: { name?: string; address: string };
}

const isCustom = (zone: unknown): zone is string => typeof zone === 'string' && zone.startsWith('tzone://');

/** Stores an event that exists from the beginning: nobody is invited or notified. */
export function seedEvent(store: MicrosoftStore, { email, calendar, event, organizer }: SeededEvent): StoredEvent {
  const found = store.calendarsOf(email).find(({ id, isDefault }) => (calendar ? id === calendar : isDefault));
  if (!found) throw new Error(`${email} has no such calendar`);
  const { timeZone } = store.users.get(email)!;
  const authoringZone = (event['start'] as { timeZone?: unknown } | undefined)?.timeZone;
  const settled = (name: string) => {
    const time = event[name] as { timeZone?: unknown } | undefined;
    if (!isCustom(time?.timeZone)) return {};
    return { [name]: { ...time, timeZone: /utc$/i.test(time.timeZone) ? 'UTC' : timeZone } };
  };
  try {
    const written = parseEvent({ ...event, ...settled('start'), ...settled('end') });
    const stored = insertEvent(store, found, written);
    const invitation = organizer && {
      organizer: { name: organizer.address, ...organizer },
      response: 'notResponded' as const,
      time: '0001-01-01T00:00:00Z',
    };
    return Object.assign(stored, isCustom(authoringZone) ? { authoringZone } : {}, invitation ? { invitation } : {});
  } catch (error) {
    if (error instanceof GraphError) throw new Error(`${error.code}: ${error.message}`, { cause: error });
    throw error;
  }
}
