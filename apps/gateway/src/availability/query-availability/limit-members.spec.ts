// @module-tag long
import { longestTurn } from '@kalends/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boundMs } from '../../../../../tools/bounds/bound-ms.mjs';
import {
  newAccountWithCalendar,
  openGatewayDatabase,
  setHorizon,
  type GatewayDatabase,
} from '../../read-model/gateway-database.fixture.js';
import type { RequestedParticipant } from './availability-request.js';
import { maxStarts } from './event-starts.queries.js';
import { limitMembers } from './limit-members.js';

const day = 86_400_000;
/** The longest query that is allowed by default (AVL-12). */
const span = { start: Date.UTC(2026, 10, 23), end: Date.UTC(2026, 10, 23) + 35 * day };
const zones = ['America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'America/Asuncion', 'Europe/London'];
const tags = Array.from({ length: 20 }, (_, n) => `tag-${n}`);

describe('time that constraints leave', () => {
  let database: GatewayDatabase;
  const people: string[] = [];
  const each = maxStarts / 5;
  beforeAll(async () => {
    database = await openGatewayDatabase();
    const { pool } = database;
    await setHorizon(pool, span.start - 100 * day, span.end + 100 * day);
    for (let n = 0; n < 5; n += 1) {
      const { accountId, calendarId } = await newAccountWithCalendar(pool);
      people.push(accountId);
      const wire = JSON.stringify({ event_id: 'one', tags: tags.map((value) => ({ value })) });
      await pool.query(
        `INSERT INTO occurrence (account_id, calendar_id, event_uid, instance, class, start_ms, end_ms, deleted, managed,
                                 changed_ms, start_tzid, end_tzid, wire)
         SELECT $1, $2, 'evt_' || n, '', 0, $3 + n * 150000::bigint, $3 + n * 150000::bigint + 1, false, true, 0, null, null, $4
         FROM generate_series(1, $5::int) AS n`,
        [accountId, calendarId, span.start, wire, each],
      );
    }
  });
  afterAll(() => database.stop());

  const given = () => {
    const availability_constraints = Array.from({ length: 10 }, (_, n) => ({
      limit: 1_000,
      period: n % 2 === 0 ? ('week' as const) : ('day' as const),
      tzid: zones[n % 5]!,
      tags,
    }));
    return {
      members: people.map((sub) => ({ sub, availability_constraints })) as RequestedParticipant[],
      resolved: new Map(people.map((sub) => [sub, { tzid: 'Etc/UTC', calendarIds: [] }])) as never,
      exclusions: { eventIds: new Set<string>(), eventUids: new Set<string>(), instances: new Map<string, never>() },
    };
  };

  it('given as many own events as are counted, each with 20 tags, and five members with ten constraints, when limited, then the event loop stays free (AVL-15)', async () => {
    // how long it may take is measured at night only: a busy machine must not refuse it
    const room = Number.isFinite(boundMs(1)) ? {} : { workMs: 60_000 };
    const { result, ms } = await longestTurn(() => limitMembers(database.pool, { ...given(), ...room }, span));
    // about 4,000 events start in each of the weeks
    expect([...(result as Map<unknown, unknown>).values()]).toEqual([[], [], [], [], []]);
    expect(ms).toBeLessThan(boundMs(200));
  });

  it('given more work than there is time for, when limited, then it is refused (AVL-15)', async () => {
    expect(await limitMembers(database.pool, { ...given(), workMs: 1 }, span)).toBe('too-many');
  });
});
