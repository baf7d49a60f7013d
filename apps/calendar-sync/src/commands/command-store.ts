import { isTransient } from '@kalends/messaging';
import type { AccountWrites, WriteStore } from '@kalends/postgres';
import type { Clock } from '../injection-tokens.js';
import { lockAccounts } from '../published-state/rows.js';
import { writeEvents, type EventWrite, type WriteOutcome } from './write-events.js';
import { findWritten, type Written } from './written-events.queries.js';

type Known = Map<string, Written>;
type Store = WriteStore<EventWrite, Known, WriteOutcome>;

const storeAt =
  (clock: Clock): Store['store'] =>
  async (client, requests, { loaded, isLocked }) => {
    const locked = requests.filter(({ accountId }) => isLocked(accountId));
    const writes = locked.flatMap((request) => request.writes);
    const outcomes = await writeEvents(client, writes, { now: clock(), known: loaded });
    const outcomesOf = ({ writes: { length } }: AccountWrites<EventWrite>) => outcomes.splice(0, length);
    const result = requests.map((request) => (locked.includes(request) ? outcomesOf(request) : null));
    return { result, last: Promise.resolve() };
  };

/** The gateway's writes: what they change, and what is published of it, is stored in one transaction. */
export const commandStore = (clock: Clock): Store => ({
  lock: lockAccounts,
  load: (client, writes) =>
    findWritten(
      client,
      writes.map(({ command }) => command),
    ),
  store: storeAt(clock),
  isTransient,
});
