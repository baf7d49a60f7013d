import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createPool } from '@kalends/postgres';
import { waitUntil } from '@kalends/testing';
import { expect, it } from 'vitest';
import { call, e2e, type Account, type Kalends } from './harness/kalends.js';
import { root } from './harness/processes.js';

const summaries = async (kalends: Kalends, user: Account) =>
  (await kalends.events<{ summary: string }>(user.access_token, 'tzid=Etc/UTC')).map(({ summary }) => summary).sort();

// a rebuild reads the records of every account of the deployment, those of all other suites included
const rebuildMs = 300_000;

/** Runs `npm run kalends -- …`, as an operator does; a failure reports the progress that was printed. */
async function command(kalends: Kalends, ...words: string[]) {
  const args = [join(root, 'dist/cli.js'), ...words, '--database-url', kalends.deployment.databaseUrl];
  return (await promisify(execFile)(process.execPath, args, { timeout: rebuildMs - 30_000 })).stdout;
}

const rebuild = (kalends: Kalends, service: string) => command(kalends, 'projection', 'rebuild', '--service', service);

/** Runs SQL in a service's schema. */
async function inSchema(kalends: Kalends, schema: string, statement: string, values: unknown[]) {
  const pool = createPool({ url: kalends.deployment.databaseUrl, schema, max: 1 });
  try {
    return (await pool.query(statement, values)).rowCount;
  } finally {
    await pool.end();
  }
}

e2e('rebuilding projections', (kalends) => {
  it(
    'given a read model that lost an event, when the operator rebuilds it, then the event is read again',
    { timeout: rebuildMs },
    async () => {
      const user = await kalends().user();
      for (const name of ['one', 'two'])
      await kalends().upsert(user, { event_id: name, summary: name, start: '2026-12-01T10:00:00Z', end: '2026-12-01T11:00:00Z' }); // prettier-ignore
      const pending = () =>
        inSchema(kalends(), 'gateway', 'SELECT FROM pending_write WHERE account_id = $1', [user.sub]);
      await waitUntil(async () => (await pending()) === 0);
      await inSchema(kalends(), 'gateway', 'DELETE FROM occurrence WHERE account_id = $1 AND wire LIKE \'%"one"%\'', [
        user.sub,
      ]);
      expect(await summaries(kalends(), user)).toEqual(['two']);

      expect(await rebuild(kalends(), 'gateway')).toMatch(/^done: \d+ records read/);
      expect(await summaries(kalends(), user)).toEqual(['one', 'two']);
    },
  );

  it(
    'given busy time that was lost, when the operator rebuilds it, then the time cannot be double-booked',
    { timeout: rebuildMs },
    async () => {
      const user = await kalends().user();
      const start = new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 24 * 3_600_000).toISOString();
      const end = new Date(Date.parse(start) + 3_600_000).toISOString();
      await kalends().upsert(user, { event_id: 'busy', summary: 'busy', start, end });
      const lost = () =>
        inSchema(kalends(), 'availability', 'DELETE FROM busy_block WHERE account_id = $1', [user.sub]);
      await waitUntil(async () => (await lost())! > 0);

      expect(await rebuild(kalends(), 'availability')).toMatch(/^done: \d+ records read/);
      const stored = await inSchema(
        kalends(),
        'availability',
        'SELECT FROM busy_block WHERE account_id = $1 AND length(flags) = 1',
        [user.sub],
      );
      expect(stored).toBe(1);
    },
  );

  it(
    'given an account lost from topic and read model, when its state is republished, then all of it can be read again',
    { tags: 'long', timeout: rebuildMs },
    async () => {
      const user = await kalends().user();
      const names = Array.from({ length: 510 }, (_, index) => `event ${String(index).padStart(3, '0')}`);
      const relative_url = `/v1/calendars/${user.calendar_id}/events`;
      for (let at = 0; at < names.length; at += 50) {
        const batch = names.slice(at, at + 50).map((name) => {
          const data = { event_id: name, summary: name, start: '2026-12-01T10:00:00Z', end: '2026-12-01T11:00:00Z' };
          return { method: 'POST', relative_url, data };
        });
        await call('POST', kalends().url('/v1/batch'), { token: user.access_token, body: { batch } });
      }
      const pending = () =>
        inSchema(kalends(), 'gateway', 'SELECT FROM pending_write WHERE account_id = $1', [user.sub]);
      await waitUntil(async () => (await pending()) === 0, { timeout: 60_000 });
      // other tests need the rest of the topic, so the loss is simulated by deleting its effect on the read model
      for (const table of ['event_state', 'calendar_state', 'profile_state', 'occurrence', 'occurrence_count'])
        await inSchema(kalends(), 'gateway', `DELETE FROM ${table} WHERE account_id = $1`, [user.sub]);
      const calendars = async () =>
        (await kalends().get<{ calendars: object[] }>(user.access_token, '/v1/calendars')).body.calendars.length;
      expect([await summaries(kalends(), user), await calendars()]).toEqual([[], 0]);

      expect(await command(kalends(), 'state', 'republish')).toMatch(/^done: \d+ records published/);
      await waitUntil(async () => (await summaries(kalends(), user)).length === names.length, { timeout: 60_000 });
      expect([await summaries(kalends(), user), await calendars()]).toEqual([names, 1]);
      const { body } = await kalends().get<{ pages: { total: number } }>(user.access_token, '/v1/events?tzid=Etc/UTC');
      expect(body.pages.total).toBe(6);
    },
  );
});
