import { waitUntil } from '@kalends/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { meeting, profileId, startEngine, type Engine } from '../../engine.fixture.js';
import { MemoryProvider } from '@kalends/provider-port/testing';

let engine: Engine;
let asked: string[];
let answer: () => void;

/** Writes to these profiles reach their server, which does not answer until the test ends. */
const hanging = ['pro_2', 'pro_3', 'pro_4', 'pro_5', 'pro_6'];

beforeEach(async () => {
  asked = [];
  const answered = new Promise<void>((resolve) => (answer = resolve));
  engine = await startEngine({
    providerOf: ({ profile_id }) => {
      asked.push(profile_id);
      const provider = new MemoryProvider();
      if (hanging.includes(profile_id)) provider.pause.afterWrite = () => answered;
      return provider;
    },
  });
  await engine.sync();
  for (const name of ['a', 'b', 'c', 'd']) await engine.write(name, meeting);
  const changed: Record<string, string> = {
    profile: `'profile_id', id, 'account_id', 'acc_' || id`,
    calendar: `'calendar_id', calendar_id || id, 'profile_id', id, 'account_id', 'acc_' || id`,
    event: `'calendar_id', calendar_id || id`,
    pending_write: `'calendar_id', calendar_id || id, 'profile_id', id, 'account_id', 'acc_' || id`,
  };
  for (const [table, change] of Object.entries(changed))
    await engine.pool.query(
      `INSERT INTO ${table} SELECT (jsonb_populate_record(one, jsonb_build_object(${change}))).*
       FROM ${table} AS one, unnest($1::text[]) AS id`,
      [hanging],
    );
  await engine.pool.query(`DELETE FROM pending_write WHERE profile_id = $1`, [profileId]);
  asked = [];
});
afterEach(() => engine.stop());

it('given five servers that hang with four writes each, when somebody else writes, then that write is sent meanwhile', async () => {
  const { writer } = engine.replica();
  expect(await writer.round()).toBe(16);
  await engine.write('e', meeting);
  await waitUntil(async () => (await writer.round(), asked.includes(profileId)));
  answer();
  await writer.drained();
  const { rows } = await engine.pool.query(`SELECT FROM pending_write WHERE lease_until > 0`);
  expect(rows).toEqual([]);
}, 60_000);
