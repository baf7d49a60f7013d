import { ThreadedReader, type PasswordSync, type SyncContext } from '@kalends/provider-port/sync';
import { fetchCalendar, guardedFetch } from './fetch-calendar.js';
import { IcsProvider, type CalendarMemory, type Remembered } from './ics-provider.js';

export { IcsProvider };

/** A publisher may compute the text for each request. */
const timeoutMs = 60_000;
const remembered = 10_000;

/** Published calendars, each at an address that its user entered: the address is stored as the password, as it protects the calendar. */
export function create({ egress, log }: SyncContext<object>): PasswordSync {
  const reader = new ThreadedReader(log);
  const names = new Map<string, Remembered>();
  const memoryOf = (profileId: string, address: string): CalendarMemory => {
    const key = JSON.stringify([profileId, address]);
    return {
      get: () => names.get(key),
      set: (one) => {
        names.delete(key);
        names.set(key, one);
        if (names.size > remembered) names.delete(names.keys().next().value!);
      },
    };
  };
  return {
    kind: 'password',
    open: ({ profileId, password: address, deadline, signal, whileStored }) => {
      const options = { fetch: whileStored(guardedFetch(egress)), timeoutMs: deadline(timeoutMs), signal };
      const fetch = (at: string, known: object) => fetchCalendar(options, at, known);
      return new IcsProvider(address, { fetch, reader, memory: memoryOf(profileId, address) });
    },
    close: () => reader.close(),
  };
}
