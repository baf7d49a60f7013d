import { fileURLToPath } from 'node:url';
import {
  calendarCommand,
  type CalendarCommand,
  type CalendarStateRecord,
  type EventChange,
  type EventRecord,
} from '@kalends/contracts';
import { MessageContext, messagingMigrations, type Delivered } from '@kalends/messaging';
import { createPool } from '@kalends/postgres';
import { createSealer, type Sealer } from '@kalends/security';
import { createLogger } from '@kalends/service-runtime';
import { connectTimeoutMs, databasesOfFile, testClock } from '@kalends/testing';
import { afterAll } from 'vitest';
import type { PushOptions } from '@kalends/provider-port/sync';
import type { ProviderOf } from './stored-credentials/provider-of.js';
import { SyncProfiles } from './sync/sync-profile/sync-profile.worker.js';
import { CommandsHandler } from './commands/handle-commands.handler.js';
import { WriteToProvider } from './writes/write-to-provider/write-to-provider.worker.js';

export const accountId = 'acc_1';
export const profileId = 'pro_1';
export const eventUid = (name: string): string =>
  `evt_${Buffer.from(name.padEnd(12, '.')).toString('hex').slice(0, 24)}`;
export const uidFor = (name: string): string => `${eventUid(name)}@kalends`;

export const meeting: EventChange = {
  summary: 'Board meeting',
  start: { local: '2026-12-01T15:30:00', tzid: 'Europe/London' },
  end: { local: '2026-12-01T17:00:00', tzid: 'Europe/London' },
};

export interface EngineOptions {
  providerOf: ProviderOf;
  url?: string;
  username?: string;
  /** As stored in the profile row; sealed for providers that open it. */
  password?: string;
  clock?: () => number;
  push?: PushOptions;
  /** Opens the sealed values of rows. */
  sealer?: Sealer;
}

const anySealer = createSealer([new Uint8Array(32).fill(9)]);

const keyOf = (record: CalendarStateRecord): string =>
  record.kind === 'event' ? record.event_uid : record.kind === 'calendar' ? record.calendar_id : record.profile_id;

const deliveryOf = (body: CalendarCommand, how: { alone?: true } = {}): Delivered<CalendarCommand> => ({
  body,
  context: new MessageContext({ ...messageOf(body), ...how }, 1),
});

const messageOf = (body: CalendarCommand) => ({
  topic: calendarCommand.name,
  partition: 0,
  position: 1,
  key: calendarCommand.key(body),
  lane: calendarCommand.lane(body),
  headers: {},
  body: JSON.stringify(body),
});

const own = fileURLToPath(new URL('./prisma/migrations', import.meta.url));
const databases = databasesOfFile({ schema: 'calendar_sync', folders: [own, messagingMigrations] }, afterAll);

/**
 * calendar-sync's engine over a real PostgreSQL without a bus: tests read its outbox. It has one profile, never synced.
 */
export async function startEngine(options: EngineOptions) {
  const url = await databases.create();
  const pool = createPool({ url, schema: 'calendar_sync', max: 8, steadyPlans: true, connectTimeoutMs });
  await pool.query(
    `INSERT INTO profile (profile_id, account_id, provider_name, profile_name, url, username, sealed_password,
                          own_addresses, default_tzid, connected, initial_sync, next_sync_at, revision)
     VALUES ($1, $2, 'caldav', 'ada', $3, $4, $5, '{ada@example.com}', 'Etc/UTC', true, 'pending', 0, 0)`,
    [profileId, accountId, options.url ?? 'http://127.0.0.1/', options.username ?? 'ada', options.password ?? 'sealed'],
  );
  const clock = testClock();
  const log = createLogger({ service: 'calendar-sync', level: 'silent' });
  const dependencies = {
    pool,
    providerOf: options.providerOf,
    clock: options.clock ?? clock.now,
    log,
    onDone: () => undefined,
  };
  const replica = () => ({
    syncs: new SyncProfiles({
      ...dependencies,
      bounds: { shortestMs: 60_000, longestMs: 600_000, confirmMs: 21_600_000, confirmUsedMs: 3_600_000 },
      listingIntervalMs: 86_400_000,
      pushOf: () => options.push,
    }),
    writer: new WriteToProvider(dependencies),
  });
  const { syncs, writer } = replica();
  const handler = new CommandsHandler(pool, dependencies.clock, () => undefined, log, options.sealer ?? anySealer);
  const published = async (): Promise<CalendarStateRecord[]> => {
    const { rows } = await pool.query<{ body: string }>('SELECT body FROM outbox ORDER BY id');
    return rows.map(({ body }) => JSON.parse(body) as CalendarStateRecord);
  };
  /** Like the bus: redelivers what a batch left behind. */
  const handle = async (body: CalendarCommand): Promise<void> => {
    if (await handler.handle([deliveryOf(body)])) await handler.handle([deliveryOf(body, { alone: true })]);
  };
  let command = 0;
  return {
    pool,
    url,
    clock,
    replica,
    handle,
    /** Delivers one batch; returns the lanes that were left behind. */
    handleBatch: async (bodies: readonly CalendarCommand[]): Promise<string[]> => {
      const remaining = await handler.handle(bodies.map((body) => deliveryOf(body)));
      return [...(remaining?.lanes ?? [])];
    },
    /** Delivers a command as the bus redelivers one whose lane was left behind. */
    handleAlone: (body: CalendarCommand) => handler.handle([deliveryOf(body, { alone: true })]),
    /** Delivers the gateway's command; the calendar defaults to the first one. */
    async write(name: string, change: EventChange | null, calendarId?: string): Promise<void> {
      const { rows } = await pool.query<{ calendar_id: string }>(
        'SELECT calendar_id FROM calendar ORDER BY href LIMIT 1',
      );
      await handle({
        kind: 'write-event',
        account_id: accountId,
        calendar_id: calendarId ?? rows[0]!.calendar_id,
        event_uid: eventUid(name),
        event_id: name,
        command: ++command,
        operation: change ? 'upsert' : 'delete',
        ...(change ? { change } : {}),
        accepted_at: clock.now(),
      });
    },
    /** Delivers the gateway's command for an event of somebody else; null deletes it. */
    async writeExternal({ calendar_id, event_uid }: EventRecord, change: EventChange | null): Promise<void> {
      await handle({
        kind: 'write-event',
        account_id: accountId,
        calendar_id,
        event_uid,
        command: ++command,
        operation: change ? 'upsert' : 'delete',
        ...(change ? { change } : {}),
        accepted_at: clock.now(),
      });
    },
    /** Claims what is due once and waits until it is done. */
    async sync(worker = syncs): Promise<number> {
      const started = await worker.round();
      await worker.drained();
      return started;
    },
    /** Like `sync`, whether or not the profile is due. */
    async syncNow(): Promise<void> {
      await pool.query('UPDATE profile SET next_sync_at = 0 WHERE connected');
      await this.sync();
    },
    async sendWrites(worker = writer): Promise<number> {
      const started = await worker.round();
      await worker.drained();
      return started;
    },
    published,
    /** What a reader sees: the latest record of each key. */
    async state(): Promise<Map<string, CalendarStateRecord>> {
      const latest = new Map<string, CalendarStateRecord>();
      for (const record of await published()) {
        const previous = latest.get(keyOf(record));
        if (!previous || previous.revision < record.revision) latest.set(keyOf(record), record);
      }
      return latest;
    },
    async event(name: string): Promise<EventRecord | undefined> {
      return (await this.state()).get(eventUid(name)) as EventRecord | undefined;
    },
    stop: () => pool.end(),
  };
}

export type Engine = Awaited<ReturnType<typeof startEngine>>;
