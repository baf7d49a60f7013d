// @module-tag long
import { createPool } from '@kalends/postgres';
import { roundsOf, waitUntil } from '@kalends/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Installation } from './installation.fixture.js';

/** Seeded: mulberry32 in [0, 1). */
function randomOf(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const seed = Number(process.env.CRASH_SEED || 20261121);
/** Each starts everything again. */
const kills = roundsOf('KALENDS_CRASH_ROUNDS', { usual: 1, nightly: 4 });

describe('a crash at any moment', () => {
  let installation: Installation;
  /** Writes answered with 202: event_id → the last accepted summary. */
  const accepted = new Map<string, string>();
  let writesAccepted = 0;
  /** Writes that may or may not have been accepted: the response never arrived. */
  const unknown = new Map<string, string>();

  beforeAll(async () => {
    installation = await Installation.create();
    await startUnlimited();
  });
  afterAll(() => installation.remove());

  /** Writers write as fast as they can: a refusal would end them. */
  const startUnlimited = () => installation.start({ RATE_LIMIT_PER_SECOND: '0', RATE_LIMIT_PER_MINUTE: '0' });

  async function upsert(eventId: string, summary: string): Promise<void> {
    const { access_token, calendar_id } = installation.demo();
    unknown.set(eventId, summary);
    const answer = await fetch(`${installation.base}/v1/calendars/${calendar_id}/events`, {
      method: 'POST',
      headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ event_id: eventId, summary, start: '2026-11-24T10:00:00Z', end: '2026-11-24T11:00:00Z' }),
    });
    if (answer.status !== 202) throw new Error(`upsert answered ${answer.status}`);
    writesAccepted += 1;
    accepted.set(eventId, summary);
    unknown.delete(eventId);
  }

  /** Writers that continue until the process has ended. */
  const writing = (round: number) =>
    Array.from({ length: 4 }, async (_, writer) => {
      for (let index = 0; ; index += 1) {
        const done = await upsert(`w${writer}-${index % 40}`, `round ${round} write ${index}`).then(
          () => true,
          () => false,
        );
        if (!done) return;
      }
    });

  async function shown(): Promise<Map<string, string[]>> {
    const { access_token } = installation.demo();
    const byId = new Map<string, string[]>();
    let url: string | undefined = `${installation.base}/v1/events?tzid=Etc/UTC&from=2026-11-24&to=2026-11-24`;
    while (url) {
      const answer = await fetch(url, { headers: { authorization: `Bearer ${access_token}` } });
      const { events, pages } = (await answer.json()) as {
        events: { event_id?: string; summary: string }[];
        pages: { next_page?: string };
      };
      for (const { event_id: id = '', summary } of events) byId.set(id, [...(byId.get(id) ?? []), summary]);
      url = pages.next_page;
    }
    return byId;
  }

  async function expectAllKept() {
    const events = await shown();
    const wrong = [...accepted].filter(([id, summary]) => {
      const found = events.get(id) ?? [];
      return found.length !== 1 || ![summary, unknown.get(id)].includes(found[0]);
    });
    expect(wrong.map(([id, summary]) => ({ id, summary, found: events.get(id) }))).toEqual([]);
    for (const [id, [summary]] of events) if (id.startsWith('w')) accepted.set(id, summary!);
    unknown.clear();
  }

  /** calendar-sync has stored each event once, with the summary that readers see. */
  async function expectInStore() {
    const pool = createPool({ url: installation.postgres()!.url, schema: 'calendar_sync', max: 1 });
    const stored = async () => {
      const { rows } = await pool.query<{ summary: string }>(
        "SELECT series->'master'->>'summary' AS summary FROM event WHERE series->'master'->>'summary' LIKE 'round%'",
      );
      return rows.map(({ summary }) => summary).sort();
    };
    const expected = [...accepted.values()].sort();
    await waitUntil(async () => JSON.stringify(await stored()) === JSON.stringify(expected), {
      timeout: 60_000,
      what: 'calendar-sync to have stored every accepted write',
    });
    await pool.end();
  }

  it(`given writes in flight, when everything is killed and restarted, then each accepted write is stored once (seed ${seed})`, async () => {
    const random = randomOf(seed);
    const moments: number[] = [];
    for (let round = 1; round <= kills; round += 1) {
      const enough = writesAccepted + 1 + Math.floor(random() * 120);
      const before = performance.now();
      const writers = writing(round);
      await waitUntil(() => writesAccepted >= enough, { interval: 1, timeout: 60_000, what: 'enough writes' });
      await installation.kill('all');
      moments.push(Math.round(performance.now() - before));
      await Promise.all(writers);
      await startUnlimited();
      await expectAllKept();
    }
    console.log(
      `killed ${moments.join(', ')} ms into the writes; ${writesAccepted} writes to ${accepted.size} events stored (seed ${seed})`,
    );
    expect(accepted.size).toBeGreaterThan(0);
    await expectInStore();
    await expectAllKept();
  }, 240_000);

  it('given only node killed, when restarted, then it takes over the surviving database and nothing is lost', async () => {
    const server = installation.postgres()!.pid;
    const writers = writing(9);
    const enough = writesAccepted + 50;
    await waitUntil(() => writesAccepted >= enough, { interval: 1, timeout: 60_000, what: 'enough writes' });
    await installation.kill('node');
    await Promise.all(writers);
    await startUnlimited();
    expect(installation.postgres()!.pid).toBe(server);
    await expectAllKept();
    await expectInStore();
    expect(await installation.stop()).toBe(0);
  }, 120_000);

  it('given a kill during the start, when restarted, then it responds', async () => {
    const random = randomOf(seed + 1);
    for (let round = 0; round < kills; round += 1) {
      const starting = startUnlimited().catch(() => undefined);
      let count = 0;
      const enough = 20 + Math.floor(random() * 300);
      await waitUntil(() => ++count > enough, { interval: 5 });
      await installation.kill('all');
      await starting;
    }
    await startUnlimited();
    await expectAllKept();
  }, 120_000);
});
