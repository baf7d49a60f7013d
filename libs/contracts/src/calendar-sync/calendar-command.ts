import { z } from 'zod';
import { topic } from '@kalends/topics';
import { eventRecord } from './calendar-state.js';
import { eventChange } from './event-change.js';

/**
 * Creates a profile of the built-in provider, with its first calendar; for an existing profile, one more calendar. The
 * gateway chooses the ids.
 */
const createProfile = z.object({
  kind: z.literal('create-profile'),
  account_id: z.string(),
  profile_id: z.string(),
  profile_name: z.string(),
  calendar: z.object({ calendar_id: z.string(), name: z.string(), tzid: z.string(), color: z.string().optional() }),
  /** The account owner's own addresses. */
  own_addresses: z.array(z.string()),
});

/**
 * An upsert or delete that the gateway has accepted. `command` numbers the writes of one event, ascending; the state
 * record that includes the write carries the number back. `decided`: the record after the write, as the gateway shows it,
 * and the revision of the record that it was decided on (0: there was none). calendar-sync publishes it if its own record has
 * that revision, and otherwise decides on its own record. Absent from large events, and from releases before 0.3.0.
 */
export const writeEvent = z.object({
  kind: z.literal('write-event'),
  account_id: z.string(),
  calendar_id: z.string(),
  event_uid: z.string(),
  event_id: z.string().optional(),
  command: z.number().int(),
  operation: z.enum(['upsert', 'delete']),
  change: eventChange.optional(),
  decided: z.object({ on: z.number().int(), record: eventRecord }).optional(),
  /** Its provider gets it once it has accepted that other write of the calendar, and not at all if it refuses that one. */
  after: z.object({ event_uid: z.string(), command: z.number().int() }).optional(),
  /** Epoch ms of acceptance. */
  accepted_at: z.number().int(),
});

const disconnectProfile = z.object({
  kind: z.literal('disconnect-profile'),
  account_id: z.string(),
  profile_id: z.string(),
});

/** Erases everything of the account, in every service. */
const eraseAccount = z.object({ kind: z.literal('erase-account'), account_id: z.string() });

export const calendarCommandBody = z.discriminatedUnion('kind', [
  createProfile,
  writeEvent,
  disconnectProfile,
  eraseAccount,
]);
export type CalendarCommand = z.infer<typeof calendarCommandBody>;
export type WriteEventCommand = z.infer<typeof writeEvent>;

/**
 * All commands of the gateway to calendar-sync, in order per account: a write never overtakes the creation of its
 * calendar.
 */
export const calendarCommand = topic<CalendarCommand>({
  name: 'gateway.command.calendar.v1',
  partitions: 12,
  schema: calendarCommandBody,
  key: (command) =>
    command.kind === 'write-event' ? `${command.calendar_id}/${command.event_uid}` : command.account_id,
  lane: (command) => command.account_id,
  example: {
    kind: 'write-event',
    account_id: 'acc_5ba21743f408617d1269ea1e',
    calendar_id: 'cal_n23kjnwrw2_jsdfjksn234',
    event_uid: 'evt_0d1c2b3a4f5e6d7c8b9a0f1e',
    event_id: 'qTtZdczOccgaPncGJaCiLg',
    command: 1,
    operation: 'upsert',
    accepted_at: 1794700000000,
    change: {
      summary: 'Board meeting',
      start: { local: '2026-12-01T15:30:00', tzid: 'Europe/London' },
      end: { local: '2026-12-01T17:00:00', tzid: 'Europe/London' },
    },
  },
});
