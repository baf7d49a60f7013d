import { z } from 'zod';
import { topic } from '@kalends/topics';
import { workingHours } from '../availability/managed-availability.js';
import { eventSeries } from './event-series.js';

const common = {
  account_id: z.string(),
  /** A projection applies a record only if its revision is greater than the stored one. */
  revision: z.number().int(),
  deleted: z.boolean(),
};

/**
 * Why a profile or calendar cannot be read: a closed list, but text in records, as older consumers must not skip a record for a
 * new value.
 */
export const unreadReasons = [
  'credentials_refused',
  'provider_unavailable',
  'provider_refused',
  'not_a_calendar_server',
  'address_refused',
  'set_aside',
  'disconnected_by_user',
  'access_revoked',
  'internal_error',
] as const;
export type UnreadReason = (typeof unreadReasons)[number];

/**
 * What ends a profile's connection, or limits it: a closed list, but text in records, for the same reason. `consent_ends`: the provider
 * ends the consent; `certificate_ends`: that of its server expires; `less_granted`: the user permitted less than was requested.
 */
export const connectionWarnings = ['consent_ends', 'certificate_ends', 'less_granted'] as const;
export type ConnectionWarning = (typeof connectionWarnings)[number];

/** `at`: UTC ISO time of the end. */
const connectionWarning = z.object({ code: z.string(), at: z.string().optional() });

/** A calendar that cannot be read although its profile can. Times are UTC ISO; `last_read` is absent if it never was read. */
const unreadCalendar = z.object({
  calendar_id: z.string(),
  reason: z.string(),
  last_read: z.string().optional(),
  next_read: z.string(),
});

/**
 * What the gateway and availability may use of one connected profile. A deleted one is erased with everything of the
 * calendars in `calendar_ids`; a tombstone for each of their records follows.
 */
export const profileRecord = z.object({
  kind: z.literal('profile'),
  ...common,
  profile_id: z.string(),
  provider_name: z.string(),
  profile_name: z.string(),
  connected: z.boolean(),
  initial_sync: z.enum(['pending', 'done', 'failed']),
  /** UTC ISO time of the last complete sync. */
  last_sync: z.string().optional(),
  error: z.string().optional(),
  /** Why it cannot be read: one of {@link unreadReasons}. */
  reason: z.string().optional(),
  /** UTC ISO time at which it is read again, at the latest; a notification of its provider makes it earlier. */
  next_sync: z.string().optional(),
  /**
   * UTC ISO time until which its provider reports every change of its calendars, so that they need not be read again before; absent: some
   * have no channel that is proven. It counts only while calendar-sync works: the newest `published_at` of all profiles shows that.
   */
  confirmed_until: z.string().optional(),
  /** UTC ISO time at which this record was published. */
  published_at: z.string().optional(),
  /** Its calendars that cannot be read although others can; absent: none. */
  unread_calendars: z.array(unreadCalendar).optional(),
  /** Its calendars are not read for some time: the process ended twice while reading them. */
  set_aside: z.boolean().optional(),
  /** How many calendars at the provider are not read, since there are too many; absent: none. */
  calendars_left_out: z.number().int().optional(),
  /** Whether its CalDAV server sends the invitations of events. */
  sends_invitations: z.boolean().optional(),
  /** What ends or limits its connection; absent: nothing is known to. */
  warnings: z.array(connectionWarning).optional(),
  /** UTC ISO time at which its connection ends, from a day before. */
  expires_at: z.string().optional(),
  /** Of refused credentials: whose app passwords its user may need, one of the issuers of stage-profile. */
  app_passwords_of: z.string().optional(),
  /** When its user works, as its provider states it; absent: that is not known. */
  working_hours: workingHours.optional(),
  calendar_ids: z.array(z.string()),
});

/**
 * One calendar. `freshness`: whether its events are reliable now. `unread_since`: since when it cannot be read although its
 * profile can, epoch ms. `tzid`: the zone of its floating times.
 * `own_addresses`: its owner's, as published with its events. `integrated_conferencing`: its provider adds conferences
 * to events on request. `unreadable_objects`: how many objects of it could not be read; absent: all could.
 */
export const calendarRecord = z.object({
  kind: z.literal('calendar'),
  ...common,
  profile_id: z.string(),
  calendar_id: z.string(),
  calendar_name: z.string(),
  calendar_readonly: z.boolean(),
  calendar_primary: z.boolean(),
  color: z.string().optional(),
  tzid: z.string(),
  synced: z.boolean(),
  freshness: z.enum(['fresh', 'stale', 'disconnected']),
  unread_since: z.number().int().optional(),
  own_addresses: z.array(z.string()).optional(),
  integrated_conferencing: z.boolean().optional(),
  unreadable_objects: z.number().int().positive().optional(),
});

/** Why a provider refuses a write: a closed list, but text in records, for the same reason. */
export const refusalCodes = [
  'read_only',
  'not_permitted',
  'organizer_only',
  'storage_full',
  'event_deleted',
  'recurring_event',
  'calendar_deleted',
  'account_deleted',
  'other',
] as const;
export type RefusalCode = (typeof refusalCodes)[number];

/**
 * The last write of an event that its provider refused permanently, and why: in words, and as one of {@link refusalCodes} (absent before
 * 0.3.0). `revision`: of the first record with it, so that
 * consumers know what is new. It is about the event as shown only while no later write (`command`) is included. Epoch ms.
 */
export const refusedWrite = z.object({
  command: z.number().int(),
  operation: z.enum(['upsert', 'delete']),
  reason: z.string().max(500),
  code: z.string().max(50).optional(),
  refused_at: z.number().int(),
  revision: z.number().int(),
});
export type RefusedWrite = z.infer<typeof refusedWrite>;

/**
 * One event; a series is ONE record. `command` is the number of the last write command that it includes (0 = none).
 * `changed_at`: epoch ms of the last change seen at the provider or through the API. `floating_tzid`: the zone in which
 * its floating and all-day times are read. A deleted record keeps its last series, so that consumers know which times
 * changed. `elsewhere_revision`: the revision of the last record with a change that no write of the application made:
 * one at the provider, or a write that the provider refused (absent: there was none). Compaction may remove that
 * record. `google_event_id`: Google's id of the event, or of the master if it recurs, once the event exists there.
 */
export const eventRecord = z.object({
  kind: z.literal('event'),
  ...common,
  calendar_id: z.string(),
  event_uid: z.string(),
  event_id: z.string().optional(),
  google_event_id: z.string().optional(),
  command: z.number().int(),
  changed_at: z.number().int(),
  elsewhere_revision: z.number().int().optional(),
  refused_write: refusedWrite.optional(),
  floating_tzid: z.string(),
  own_addresses: z.array(z.string()),
  series: eventSeries,
});

export const calendarStateRecord = z.discriminatedUnion('kind', [profileRecord, calendarRecord, eventRecord]);

export type ProfileRecord = z.infer<typeof profileRecord>;
export type CalendarRecord = z.infer<typeof calendarRecord>;
export type EventRecord = z.infer<typeof eventRecord>;
export type CalendarStateRecord = z.infer<typeof calendarStateRecord>;

/**
 * The state topic: order is kept per account, so no "synced" of a calendar or profile overtakes the records before it.
 */
export const calendarState = topic<CalendarStateRecord>({
  name: 'calendar-sync.event.calendar-state.v1',
  retention: 'compact',
  partitions: 12,
  maxMessageBytes: 8 * 1_048_576,
  schema: calendarStateRecord,
  key: (record) =>
    record.kind === 'profile'
      ? record.profile_id
      : record.kind === 'calendar'
        ? record.calendar_id
        : `${record.calendar_id}/${record.event_uid}`,
  lane: (record) => record.account_id,
  example: {
    kind: 'event',
    account_id: 'acc_5ba21743f408617d1269ea1e',
    calendar_id: 'cal_n23kjnwrw2_jsdfjksn234',
    event_uid: 'evt_0d1c2b3a4f5e6d7c8b9a0f1e',
    event_id: 'qTtZdczOccgaPncGJaCiLg',
    revision: 1794700000000,
    command: 1,
    deleted: false,
    changed_at: 1794700000000,
    floating_tzid: 'Etc/UTC',
    own_addresses: ['ada@example.com'],
    series: {
      uid: 'evt_0d1c2b3a4f5e6d7c8b9a0f1e@kalends',
      master: {
        summary: 'Board meeting',
        description: 'Discuss plans for the next quarter.',
        start: { local: '2026-12-01T15:30:00', tzid: 'Europe/London' },
        end: { local: '2026-12-01T17:00:00', tzid: 'Europe/London' },
        status: 'confirmed',
        transparency: 'opaque',
      },
      overrides: [],
    },
  },
});
