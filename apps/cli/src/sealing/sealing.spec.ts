import { fileURLToPath } from 'node:url';
import { messagingMigrations, schemaOf } from '@kalends/messaging';
import { createPool, migrate, startThrowawayPostgres, type ThrowawayPostgres } from '@kalends/postgres';
import { createSealer, SealError } from '@kalends/security';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runWith } from '../terminal.fixture.js';

const [oldKey, newKey, otherKey] = ['11', '22', '33'].map((byte) => byte.repeat(32)) as [string, string, string];
const sealerOf = (...keys: string[]) => createSealer(keys.map((key) => Buffer.from(key, 'hex')));

describe('resealing on the command line', () => {
  let database: ThrowawayPostgres;
  let pool: pg.Pool;
  const run = (key: string | undefined, service = 'calendar-sync') =>
    runWith(['secrets', 'reseal', '--service', service, '--json'], {
      env: { DATABASE_URL: database.url, ...(key ? { ENCRYPTION_KEY: key } : {}) },
    });

  beforeAll(async () => {
    database = await startThrowawayPostgres();
    const schema = schemaOf('calendar-sync');
    pool = createPool({ url: database.url, schema });
    const own = fileURLToPath(new URL('../../../calendar-sync/src/prisma/migrations', import.meta.url));
    await migrate({ pool, schema, folders: [own, messagingMigrations] });
  });
  afterAll(async () => {
    await pool.end();
    await database.stop();
  });

  const addProfile = (id: string, sealed: string | null) =>
    pool.query(
      `INSERT INTO profile (profile_id, account_id, provider_name, profile_name, sealed_password, own_addresses,
                            default_tzid, connected, initial_sync, revision)
       VALUES ($1, 'acc', 'caldav', 'ada', $2, '{}', 'Etc/UTC', true, 'done', 1)`,
      [id, sealed],
    );
  const passwords = async () =>
    (
      await pool.query<{ profile_id: string; sealed_password: string }>(
        'SELECT profile_id, sealed_password FROM profile WHERE sealed_password IS NOT NULL ORDER BY 1',
      )
    ).rows;

  it('given two keys, when everything is resealed, then the new key alone opens it and a second run changes nothing', async () => {
    for (const id of ['pro_1', 'pro_2'])
      await addProfile(id, sealerOf(oldKey).seal(`password of ${id}`, `profile:${id}`));
    await addProfile('pro_3', sealerOf(newKey).seal('password of pro_3', 'profile:pro_3'));
    await addProfile('pro_4', null);

    await pool.query(
      `INSERT INTO staged_profile (profile_id, provider_name, profile_name, username, sealed_password, own_addresses,
                                   default_tzid, staged_at)
       VALUES ('pro_5', 'caldav', 'zoe', 'zoe', $1, '{}', 'Etc/UTC', 1)`,
      [sealerOf(oldKey).seal('password of pro_5', 'profile:pro_5')],
    );

    const both = `${newKey},${oldKey}`;
    expect(JSON.parse((await run(both)).out)).toEqual({
      resealed: [
        { table: 'profile', sealed: 3, changed: 2 },
        { table: 'oauth_token', sealed: 0, changed: 0 },
        { table: 'staged_profile', sealed: 1, changed: 1 },
        { table: 'staged_profile', sealed: 0, changed: 0 },
        { table: 'departure', sealed: 0, changed: 0 },
        { table: 'dead_letter', sealed: 0, changed: 0 },
      ],
    });
    for (const { profile_id, sealed_password } of await passwords())
      expect(sealerOf(newKey).open(sealed_password, `profile:${profile_id}`)).toBe(`password of ${profile_id}`);
    expect(JSON.parse((await run(both)).out)).toMatchObject({
      resealed: [{ changed: 0 }, { changed: 0 }, { changed: 0 }, { changed: 0 }, { changed: 0 }, { changed: 0 }],
    });
  });

  it('given dead letters with client secrets, when everything is resealed, then the new key alone opens them, and none is lost', async () => {
    const seal = (id: string) => ({
      secret_id: id,
      sealed: sealerOf(oldKey).seal(`secret of ${id}`, `client-secret:${id}`),
    });
    const state = { client_id: 'app', revision: 1, deleted: false, name: 'App', plan: 'emerging' };
    const add = (messageId: string, topic: string, body: string) =>
      pool.query(
        `INSERT INTO dead_letter (group_name, message_id, topic, key, lane, headers, body, max_bytes, reason, error, deliveries, position)
         VALUES ('notifier', $1, $2, 'app', 'app', '{}', $3, 1000, 'failed', 'boom', 5, '0:1')`,
        [messageId, topic, body],
      );
    const topic = 'gateway.event.application-state.v1';
    await add('state', topic, JSON.stringify({ ...state, secrets: [seal('sec_1'), seal('sec_2')] }));
    await add('invalid', topic, JSON.stringify({ secrets: [seal('sec_3')] }));
    await add('another', 'gateway.event.access-ended.v1', '{}');

    const answer = JSON.parse((await run(`${newKey},${oldKey}`)).out) as { resealed: object[] };
    expect(answer.resealed.at(-1)).toEqual({ table: 'dead_letter', sealed: 2, changed: 2 });
    const { rows } = await pool.query<{ message_id: string; body: string }>(
      'SELECT message_id, body FROM dead_letter ORDER BY id',
    );
    expect(rows.map(({ message_id }) => message_id)).toEqual(['state', 'another']);
    const { secrets } = JSON.parse(rows[0]!.body) as { secrets: { secret_id: string; sealed: string }[] };
    for (const { secret_id, sealed } of secrets)
      expect(sealerOf(newKey).open(sealed, `client-secret:${secret_id}`)).toBe(`secret of ${secret_id}`);
  });

  it('given a missing key, when resealed, then its id is reported and the secrets stay the same', async () => {
    const before = await passwords();
    const refusal = await run(otherKey);
    expect(refusal).toMatchObject({ code: 1 });
    expect(refusal.err).toMatch(/which is not in ENCRYPTION_KEY/);
    expect(refusal.err).not.toContain(otherKey);
    expect(await passwords()).toEqual(before);
    expect(() => sealerOf(otherKey).open(before[0]!.sealed_password, 'profile:pro_1')).toThrow(SealError);
    expect((await run(undefined)).err).toMatch(/ENCRYPTION_KEY must be set in the environment/);
  });
});
