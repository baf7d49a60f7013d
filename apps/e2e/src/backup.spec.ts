import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createPool } from '@kalends/postgres';
import { startTestDatabase, waitUntil } from '@kalends/testing';
import kafkajs from 'kafkajs';
import { afterAll, expect, inject, it } from 'vitest';
import { encryptionKey, startDistributed, startEmbedded, type Running } from './harness/deployment.js';
import { call, e2e, Kalends, type Account } from './harness/kalends.js';
import { readInvite, sendMail } from './harness/reply-mail.js';
import { root } from './harness/processes.js';
import { startSilentReceiver } from './harness/silent-receiver.js';

const provided = inject('kalends');
const transport = 'skip' in provided ? 'kafka' : provided.deployment.transport;
// by URL: the tool belongs to the repository, not to a package
const kafkaTool = new URL('../../../tools/kafka/kafka.mjs', import.meta.url).href;
const groups = ['gateway', 'calendar-sync', 'invites', 'availability', 'notifier'];

interface Broker {
  brokers: string;
  stop(): Promise<void>;
}

/** An installation that can lose its database and be restored by an operator. */
interface World {
  start(): Promise<Running>;
  /** The options for the database that `kalends` is given. */
  database(): Record<string, string>;
  /** Deletes database and data; a new, empty place replaces them. */
  loseData(): Promise<void>;
  /** After the restore, as documented in docs/operate.md. */
  prepareBus(madeAt: string): Promise<void>;
  remove(): Promise<void>;
}

async function embeddedWorld(): Promise<World> {
  const home = await mkdtemp(join(tmpdir(), 'kalends-backup-'));
  let dataDir = join(home, 'first');
  return {
    start: () => startEmbedded({ DATA_DIR: dataDir }),
    database: () => ({ DATA_DIR: dataDir }),
    loseData: async () => {
      await rm(dataDir, { recursive: true });
      dataDir = join(home, 'second');
    },
    prepareBus: async () => undefined,
    remove: () => rm(home, { recursive: true, force: true }),
  };
}

async function kafkaWorld(): Promise<World> {
  const { startKafka } = (await import(/* @vite-ignore */ kafkaTool)) as { startKafka(): Promise<Broker> };
  const broker = await startKafka();
  let database = await startTestDatabase();
  return {
    start: () => startDistributed(broker.brokers, { DATABASE_URL: database.url }),
    database: () => ({ DATABASE_URL: database.url }),
    loseData: async () => {
      await database.stop();
      database = await startTestDatabase();
    },
    prepareBus: (madeAt) => rewind(broker.brokers, Date.parse(madeAt) - 60_000),
    remove: async () => {
      await database.stop();
      await broker.stop();
    },
  };
}

/** Like `kafka-consumer-groups --reset-offsets --all-topics --to-datetime … --execute`. */
async function rewind(brokers: string, at: number): Promise<void> {
  const admin = new kafkajs.Kafka({ brokers: [brokers], logLevel: kafkajs.logLevel.NOTHING }).admin();
  await admin.connect();
  const rewindGroup = async (groupId: string) => {
    for (const { topic } of await admin.fetchOffsets({ groupId }))
      await admin.setOffsets({ groupId, topic, partitions: await admin.fetchTopicOffsetsByTimestamp(topic, at) });
  };
  // to set the offsets of a topic, the client joins the group and leaves it
  await Promise.all(groups.map(rewindGroup));
  await admin.disconnect();
}

const kalendsCli = async (args: string[], env: Record<string, string>) => {
  const given = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ENCRYPTION_KEY: encryptionKey, ...env };
  const script = join(root, 'dist/cli.js');
  return (await promisify(execFile)(process.execPath, [script, ...args], { env: given })).stdout;
};

async function inSchema<Row extends object>(running: Running, schema: string, statement: string): Promise<Row[]> {
  const pool = createPool({ url: running.deployment.databaseUrl, schema, max: 1 });
  try {
    return (await pool.query<Row>(statement)).rows;
  } finally {
    await pool.end();
  }
}

const at = (hour: string) => ({ start: `2026-12-01T${hour}:00:00Z`, end: `2026-12-01T${hour}:30:00Z` });
const upsert = async (kalends: Kalends, user: Account, id: string, summary = id, hour = '10') => {
  expect((await kalends.upsert(user, { event_id: id, summary, ...at(hour) })).status).toBe(202);
};
const shown = async (kalends: Kalends, user: Account) =>
  (await kalends.events<{ summary: string }>(user.access_token, 'tzid=Etc/UTC')).map(({ summary }) => summary).sort();
const acknowledged = (running: Running) =>
  waitUntil(async () => (await inSchema(running, 'gateway', 'SELECT FROM pending_write')).length === 0, {
    timeout: 60_000,
    what: 'calendar-sync to have every write',
  });

/** A reply whose callback is in flight and not answered. */
async function leaveReplyPending(running: Running, kalends: Kalends, url: string): Promise<void> {
  const { client_secret: token } = await kalends.application();
  const event = { summary: 'Board', description: '', tzid: 'Europe/London', ...at('10') };
  const body = { smart_invite_id: 'board', callback_url: url, recipient: { email: 'ada@example.com' }, event };
  const made = await call<{ attachments: { icalendar: string } }>('POST', kalends.url('/v1/smart_invites'), { token, body }); // prettier-ignore
  expect(made.status, made.text).toBe(200);
  const text = readInvite(made.body.attachments.icalendar);
  const reply = { from: 'ada@example.com', partstat: 'ACCEPTED' as const, comment: 'yes', at: Date.now() };
  await sendMail(running.deployment.smtpPort, { ...text, ...reply });
}

e2e('a backup', (_) => {
  const ends: (() => Promise<unknown>)[] = [];
  afterAll(async () => {
    for (const end of ends.reverse()) await end().catch(() => undefined);
  });

  it('given a backup, when everything is lost and restored, then it answers as before, its parts agree and it keeps working', async () => {
    const world = await (transport === 'embedded' ? embeddedWorld() : kafkaWorld());
    ends.push(() => world.remove());
    const receiver = await startSilentReceiver();
    ends.push(() => receiver.stop());
    const file = join(await mkdtemp(join(tmpdir(), 'kalends-file-')), 'made.backup');
    ends.push(() => rm(join(file, '..'), { recursive: true }));

    const first = await world.start();
    ends.push(() => first.stop());
    const kalends = new Kalends(first.deployment);
    const user = await kalends.user();
    await upsert(kalends, user, 'kept');
    await upsert(kalends, user, 'changed', 'before');
    await upsert(kalends, user, 'deleted');
    await acknowledged(first);
    await leaveReplyPending(first, kalends, receiver.url);
    await waitUntil(() => receiver.ids.length === 1, { timeout: 60_000, what: 'the callback to be sent' });
    const made = await kalendsCli(['backup', 'create', file], world.database());
    expect(made).toContain('ENCRYPTION_KEY is not in it');

    await upsert(kalends, user, 'changed', 'after');
    await upsert(kalends, user, 'new');
    const path = `/v1/calendars/${user.calendar_id}/events`;
    await call('DELETE', kalends.url(path), { token: user.access_token, body: { event_id: 'deleted' } });
    expect(await shown(kalends, user)).toEqual(['after', 'kept', 'new']);
    await acknowledged(first);
    await first.stop();
    await world.loseData();

    const restored = await kalendsCli(['backup', 'restore', file], world.database());
    const madeAt = /as of (\S+)/.exec(restored)![1]!;
    await world.prepareBus(madeAt);
    receiver.answer();
    const second = await world.start();
    ends.push(() => second.stop());
    const again = new Kalends(second.deployment);

    // Kafka still contains the writes made after the backup: they are handled again
    const expected = transport === 'embedded' ? ['before', 'deleted', 'kept'] : ['after', 'kept', 'new'];
    await waitUntil(async () => (await shown(again, user)).join() === expected.join(), {
      timeout: 60_000,
      what: `events to be ${expected.join()}`,
    });
    await waitUntil(() => receiver.ids.length > 1, { timeout: 60_000, what: 'the callback to be sent again' });
    expect(new Set(receiver.ids).size).toBe(1);
    const callbacks = () => inSchema<{ status: string }>(second, 'notifier', 'SELECT status FROM callback');
    await waitUntil(async () => (await callbacks()).every(({ status }) => status === 'delivered'), { timeout: 60_000 });
    expect(await callbacks()).toHaveLength(1);

    await upsert(again, user, 'changed', 'at last', '12');
    await upsert(again, user, 'later', 'later', '13');
    await acknowledged(second);
    const now = [...expected.filter((one) => !['before', 'after'].includes(one)), 'at last', 'later'].sort();
    expect(await shown(again, user)).toEqual(now);
    const stored = await inSchema<{ summary: string }>(
      second,
      'calendar_sync',
      "SELECT series->'master'->>'summary' AS summary FROM event WHERE series IS NOT NULL",
    );
    expect(stored.map(({ summary }) => summary).sort()).toEqual(now);
    for (const service of ['gateway', 'availability']) {
      const rebuilt = ['projection', 'rebuild', '--service', service, '--database-url', second.deployment.databaseUrl];
      expect(await kalendsCli(rebuilt, {})).toMatch(/^done: \d+ records read, 0 things removed/);
    }
    expect(await shown(again, user)).toEqual(now);
    const dead = await Promise.all(groups.map((name) => inSchema(second, name.replace('-', '_'), 'SELECT FROM dead_letter'))); // prettier-ignore
    expect(dead.flat()).toEqual([]);
  }, 600_000);
});
