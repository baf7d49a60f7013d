import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type {
  AvailabilityMember,
  CalendarRecord,
  CalendarStateRecord,
  EventRecord,
  ProfileRecord,
  SingleAvailabilityQuery,
} from '@kalends/contracts';
import { messagingMigrations } from '@kalends/messaging';
import { createPool, inTransaction } from '@kalends/postgres';
import { connectTimeoutMs, databasesOfFile } from '@kalends/testing';
import type { Pool } from 'pg';
import { afterAll } from 'vitest';
import { applyState } from './busy-time/apply-state.js';
import { rollHorizon } from './busy-time/roll-horizon.js';

/** A Friday. */
export const now = Date.parse('2026-11-20T12:00:00Z');
export const at = (text: string) => Date.parse(text);

export interface AvailabilityDatabase {
  pool: Pool;
  apply(accountId: string, ...records: CalendarStateRecord[]): Promise<unknown>;
  stop(): Promise<void>;
}

const migrations = fileURLToPath(new URL('./prisma/migrations', import.meta.url));
const databases = databasesOfFile({ schema: 'availability', folders: [migrations, messagingMigrations] }, afterAll);

/** The service's own schema on a real server, packed around {@link now}. */
export async function openAvailabilityDatabase(): Promise<AvailabilityDatabase> {
  const pool = createPool({
    url: await databases.create(),
    schema: 'availability',
    max: 20,
    steadyPlans: true,
    connectTimeoutMs,
  });
  await rollHorizon(pool, now, () => undefined);
  return {
    pool,
    apply: (_accountId, ...records) => inTransaction(pool, (client) => applyState(client, records)),
    stop: () => pool.end(),
  };
}

let revision = 1;
export const nextRevision = () => revision++;

export function profileOf(accountId: string, more: Partial<ProfileRecord> = {}): ProfileRecord {
  return {
    kind: 'profile',
    account_id: accountId,
    profile_id: `pro_${accountId}`,
    provider_name: 'kalends',
    profile_name: 'Ada',
    connected: true,
    initial_sync: 'done',
    calendar_ids: [`cal_${accountId}`],
    revision: nextRevision(),
    deleted: false,
    ...more,
  };
}

export function calendarOf(accountId: string, more: Partial<CalendarRecord> = {}): CalendarRecord {
  return {
    kind: 'calendar',
    account_id: accountId,
    profile_id: `pro_${accountId}`,
    calendar_id: `cal_${accountId}`,
    calendar_name: 'Home',
    calendar_readonly: false,
    calendar_primary: true,
    tzid: 'Etc/UTC',
    synced: true,
    freshness: 'fresh',
    revision: nextRevision(),
    deleted: false,
    ...more,
  };
}

type Master = NonNullable<EventRecord['series']['master']>;

/** An event from `start` to `end`, UTC without zone letter. */
export function eventOf(
  accountId: string,
  uid: string,
  start: string,
  end: string,
  {
    master = {},
    series = {},
    ...more
  }: Partial<Omit<EventRecord, 'series'>> & {
    master?: Partial<Master>;
    series?: Partial<EventRecord['series']>;
  } = {},
): EventRecord {
  return {
    kind: 'event',
    account_id: accountId,
    calendar_id: `cal_${accountId}`,
    event_uid: uid,
    revision: nextRevision(),
    command: 0,
    deleted: false,
    changed_at: now,
    floating_tzid: 'Etc/UTC',
    own_addresses: [],
    series: {
      uid,
      master: {
        summary: uid,
        start: { local: start, tzid: 'Etc/UTC' },
        end: { local: end, tzid: 'Etc/UTC' },
        status: 'confirmed',
        transparency: 'opaque',
        ...master,
      },
      overrides: [],
      ...series,
    },
    ...more,
  };
}

/** An account with one built-in calendar. */
export async function newPerson(database: AvailabilityDatabase): Promise<string> {
  const accountId = `acc_${randomUUID()}`;
  await database.apply(accountId, profileOf(accountId), calendarOf(accountId));
  return accountId;
}

export const memberOf = (sub: string, more: Partial<AvailabilityMember> = {}): AvailabilityMember => ({
  sub,
  tzid: 'Etc/UTC',
  calendar_ids: [`cal_${sub}`],
  all_calendars: true,
  periods: null,
  managed: false,
  rule_ids: null,
  only_managed_events: false,
  ignore_tentative: false,
  ...more,
});

const noBuffer = { minimum: 0, maximum: null };

/** All of these people for an hour, from `start` to `end` (UTC ISO). */
export function queryOf(
  members: AvailabilityMember[],
  start: string,
  end: string,
  more: Partial<SingleAvailabilityQuery> = {},
): SingleAvailabilityQuery {
  return {
    kind: 'single',
    client_id: 'app',
    request_id: randomUUID(),
    overlay: { calendars: [], events: [] },
    meeting: {
      groups: [{ required: null, members }],
      duration: 60,
      start_interval: null,
      buffer: { before: noBuffer, after: noBuffer },
      periods: [{ start: at(start), end: at(end) }],
    },
    slots: null,
    response_format: 'periods',
    max_results: 512,
    explain: false,
    ...more,
  };
}
