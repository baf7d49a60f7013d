import type { EventChange } from '@kalends/contracts';
import { missingForRadicale, skipFor, startRadicale } from '@kalends/testing';
import { describe, expect, it, type TestContext } from 'vitest';
import { accountAt, createCalendar, send } from '@kalends/provider-caldav/testing';
import { eventUid, startEngine, type Engine } from './engine.fixture.js';
import { startGoogle } from '@kalends/provider-google/testing';

const day = (start: string, end: string) => ({ start: { date: start }, end: { date: end } });
const utc = {
  start: { local: '2026-12-01T15:30:00', tzid: 'Etc/UTC' },
  end: { local: '2026-12-01T17:00:00', tzid: 'Etc/UTC' },
};
const zoned = {
  start: { local: '2026-12-01T15:30:00', tzid: 'Europe/London' },
  end: { local: '2026-12-01T17:00:00', tzid: 'Europe/London' },
};

/** What an application may write, in every form that a provider may return differently. */
const writes: Record<string, EventChange[]> = {
  utc: [{ summary: 'In UTC', ...utc }],
  zoned: [{ summary: 'In London', ...zoned }],
  day: [{ summary: 'A day', ...day('2026-12-24', '2026-12-25') }],
  busy: [{ summary: 'Days', ...day('2026-12-28', '2026-12-31'), transparency: 'opaque' }],
  text: [{ summary: 'Text; "and", more\\n', description: 'First line\nsecond, with ü and 🎂\n', ...zoned }],
  empty: [{ summary: '', description: '', ...zoned }],
  place: [{ summary: 'Place', location: { description: 'Room 1', lat: '51.5', long: '-0.12' }, ...zoned }],
  free: [{ summary: 'Free', transparency: 'transparent', event_private: true, reminders: [10, 60], ...zoned }],
  url: [
    {
      summary: 'Link',
      url: 'https://example.com/a?b=c',
      categories: ['one', 'two'],
      tags: ['visit', 'a, b; \\ c'],
      color: '#49BED8',
      ...zoned,
    },
  ],
  people: [
    { summary: 'People', attendees: { invite: [{ email: 'Bo@Example.com', display_name: 'Bo' }] }, ...zoned },
    { attendees: { remove: [{ email: 'bo@example.com' }], invite: [{ email: 'cy@example.com' }] } },
  ],
  twice: [
    { summary: 'One', description: 'to go', ...zoned },
    { summary: 'Two', description: null, ...utc },
  ],
};

/** Events that are marked as changed elsewhere. */
async function changedElsewhere(engine: Engine): Promise<string[]> {
  const elsewhere = [];
  for (const name of Object.keys(writes)) {
    const record = await engine.event(name);
    expect(record, name).toMatchObject({ deleted: name === 'twice' });
    if (record?.elsewhere_revision !== undefined) elsewhere.push(name);
  }
  return elsewhere;
}

/** Each write is sent and read back, then the user changes the summary of one event, found by its href. */
async function check(engine: Engine, rename: (href: string) => Promise<unknown>): Promise<void> {
  await engine.syncNow();
  for (const [name, changes] of Object.entries(writes)) {
    for (const change of changes) {
      engine.clock.advance(1_000);
      await engine.write(name, change);
      await engine.sendWrites();
      await engine.syncNow();
    }
  }
  await engine.write('twice', null);
  await engine.sendWrites();
  await engine.syncNow();
  expect((await engine.pool.query('SELECT reason FROM refused_write')).rows).toEqual([]);
  expect((await engine.pool.query('SELECT last_error FROM pending_write')).rows).toEqual([]);
  expect(await changedElsewhere(engine)).toEqual([]);

  const { rows } = await engine.pool.query<{ href: string }>('SELECT href FROM event WHERE event_uid = $1', [
    eventUid('zoned'),
  ]);
  await rename(rows[0]!.href);
  await engine.syncNow();
  expect(await changedElsewhere(engine)).toEqual(['zoned']);
}

describe("an application's own writes, read back from the provider", () => {
  it("given Google, when they are read back, then only the user's change counts as a change elsewhere", async () => {
    const google = await startGoogle();
    const engine = await startEngine({ providerOf: () => google.provider() });
    await google.control('clock', { now: new Date(engine.clock.now()).toISOString() });
    try {
      await check(engine, (id) => google.others('PATCH', id, { summary: 'Renamed' }));
    } finally {
      await Promise.all([google.close(), engine.stop()]);
    }
  });

  it(
    "given a CalDAV server, when they are read back, then only the user's change counts as a change elsewhere",
    { tags: 'long' },
    async (context: TestContext) => {
      const missing = missingForRadicale();
      if (missing) return skipFor(context, missing);
      const radicale = await startRadicale({ users: { ada: 'secret' } });
      await createCalendar(radicale, 'work', 'work');
      const engine = await startEngine({ providerOf: () => accountAt(radicale.url) });
      try {
        await check(engine, async (href) => {
          const url = new URL(href, radicale.url).href;
          const object = await (await send(url, 'GET')).text();
          await send(url, 'PUT', object.replace('SUMMARY:In London', 'SUMMARY:Renamed'));
        });
      } finally {
        await Promise.all([radicale.stop(), engine.stop()]);
      }
    },
  );
});
