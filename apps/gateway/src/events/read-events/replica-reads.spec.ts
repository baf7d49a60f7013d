import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { messagingMigrations } from '@kalends/messaging';
import { createPool, migrate } from '@kalends/postgres';
import { metrics } from '@kalends/service-runtime';
import { skipFor, waitUntil } from '@kalends/testing';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apply, eventOf, newAccountWithCalendar, setHorizon } from '../../read-model/gateway-database.fixture.js';
import { filterOf, ReadEvents } from './read-events.js';
import { ReplicaReads } from './replica-reads.js';
import { missingForReplica, startReplicatedDatabase, type ReplicatedDatabase } from './replicated-database.fixture.js';
import { windowOf, type Window } from './window.js';

const migrations = fileURLToPath(new URL('../../prisma/migrations', import.meta.url));
const window = windowOf({ tzid: 'Etc/UTC', from: '2026-11-01', to: '2026-12-01' }, 0) as Window;
const request = { window, filter: filterOf({}), localized: false, userinfo: false, freeBusy: null, cursor: null };
const schema = 'gateway';

describe('reads from a streaming replica', () => {
  const missing = missingForReplica();
  let database: ReplicatedDatabase;
  let primary: Pool;
  let replica: Pool;
  let reads: ReadEvents;
  const warnings: unknown[] = [];
  beforeAll(async () => {
    if (missing) return;
    database = await startReplicatedDatabase();
    primary = createPool({ url: database.primaryUrl, schema });
    replica = createPool({ url: database.replicaUrl, schema, steadyPlans: true, orderedScans: true, max: 10 });
    await migrate({ pool: primary, schema, folders: [migrations, messagingMigrations] });
    await setHorizon(primary, Date.UTC(2026, 0, 1), Date.UTC(2027, 11, 31));
    await primary.query(
      "INSERT INTO application (client_id, name, redirect_uris, plan) VALUES ('app', 'Spec', '{}', 'starter')",
    );
    const replicaReads = new ReplicaReads({
      primary,
      replica,
      log: { warn: (fields: unknown) => warnings.push(fields) },
    });
    reads = new ReadEvents(primary, 'http://kalends', randomBytes(32), String, replicaReads);
  }, 120_000);
  afterAll(async () => {
    await primary?.end();
    await replica?.end();
    await database?.stop();
  });

  type Account = Awaited<ReturnType<typeof newAccountWithCalendar>>;
  const shown = async ({ hash }: Account) => {
    const answer = await reads.read(hash, request, true);
    if (typeof answer === 'string') return answer;
    return (JSON.parse(answer.json) as { events: { summary: string }[] }).events.map(({ summary }) => summary);
  };
  const write = ({ accountId, calendarId }: Account, summary: string, revision: number) => {
    const event = eventOf(accountId, calendarId, 'one', { revision });
    event.series.master!.summary = summary;
    return apply(primary, accountId, [event]);
  };
  /** Reads, and what they were counted as. */
  const outcomeOf = async (account: Account) => {
    metrics.replicaReads.reset();
    const events = await shown(account);
    const { values } = await metrics.replicaReads.get();
    return [events, ...values.filter(({ value }) => value > 0).map(({ labels }) => labels.outcome)];
  };
  const replayed = async () => {
    const sql = 'SELECT pg_current_wal_lsn()::text AS lsn';
    const { lsn } = (await primary.query<{ lsn: string }>(sql)).rows[0]!;
    const isThere = async () =>
      (await replica.query('SELECT WHERE pg_last_wal_replay_lsn() >= $1::pg_lsn', [lsn])).rowCount === 1;
    await waitUntil(isThere, { what: 'the replica to have replayed' });
  };

  it('given a replica that is behind, when an account has changed since, then the primary is read, and the replica for others', async (context) => {
    if (missing) return skipFor(context, missing);
    const [ada, bob] = [await newAccountWithCalendar(primary), await newAccountWithCalendar(primary)];
    await write(ada, 'before', 1);
    await replayed();
    expect(await outcomeOf(ada)).toEqual([['before'], 'replica']);
    await replica.query('SELECT pg_wal_replay_pause()');
    await write(ada, 'after', 2);
    const carol = await newAccountWithCalendar(primary);
    expect(await outcomeOf(ada)).toEqual([['after'], 'behind']);
    expect(await outcomeOf(bob)).toEqual([[], 'replica']);
    expect(await outcomeOf(carol)).toEqual([[], 'behind']);
    await primary.query('DELETE FROM access_token WHERE account_id = $1', [bob.accountId]);
    expect(await outcomeOf(bob)).toEqual(['unknown-token']);
    await replica.query('SELECT pg_wal_replay_resume()');
    await replayed();
    expect(await outcomeOf(ada)).toEqual([['after'], 'replica']);
    expect(await outcomeOf(carol)).toEqual([[], 'replica']);
  });

  it('given a replica that is behind, when the user has allowed changes to all events since, then options have them (EVT-31)', async (context) => {
    if (missing) return skipFor(context, missing);
    const ada = await newAccountWithCalendar(primary);
    await write(ada, 'theirs', 1);
    await replayed();
    await replica.query('SELECT pg_wal_replay_pause()');
    await primary.query("INSERT INTO unrestricted_calendar VALUES ($1, $2, '2026-11-20T00:00:00Z')", [
      ada.calendarId,
      ada.accountId,
    ]);
    metrics.replicaReads.reset();
    const answer = (await reads.read(ada.hash, request, true)) as { json: string };
    const { values } = await metrics.replicaReads.get();
    await replica.query('SELECT pg_wal_replay_resume()');
    await replayed();
    expect(values.filter(({ value }) => value > 0).map(({ labels }) => labels.outcome)).toEqual(['replica']);
    const { events } = JSON.parse(answer.json) as { events: { options: object }[] };
    expect(events).toMatchObject([{ options: { update: true, delete: true } }]);
  });

  it('given writes while the replica pauses and continues, when each is read at once, then each is seen', async (context) => {
    if (missing) return skipFor(context, missing);
    const accounts = await Promise.all([1, 2, 3, 4].map(() => newAccountWithCalendar(primary)));
    metrics.replicaReads.reset();
    let n = 0;
    const writeAndRead = async () => {
      n += 1;
      for (const account of accounts) {
        await write(account, `write ${n}`, n);
        expect(await shown(account)).toEqual([`write ${n}`]);
      }
    };
    for (let round = 0; round < 3; round += 1) {
      await replica.query('SELECT pg_wal_replay_pause()');
      await writeAndRead();
      await replica.query('SELECT pg_wal_replay_resume()');
      for (let writes = 0; writes < 5; writes += 1) await writeAndRead();
      await replayed();
      for (const account of accounts) expect(await shown(account)).toEqual([`write ${n}`]);
    }
    const { values } = await metrics.replicaReads.get();
    expect(values.map(({ labels }) => labels.outcome).sort(), JSON.stringify(warnings)).toEqual(['behind', 'replica']);
  });

  it('given a replica that ends, when events are read, then from the primary, and it is not tried each time', async (context) => {
    if (missing) return skipFor(context, missing);
    const ada = await newAccountWithCalendar(primary);
    await write(ada, 'still there', 1);
    await database.stopReplica();
    expect(await outcomeOf(ada)).toEqual([['still there'], 'failed']);
    expect(await outcomeOf(ada)).toEqual([['still there']]);
    expect(warnings).toHaveLength(1);
  });
});
