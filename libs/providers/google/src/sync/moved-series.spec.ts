import { expand } from '@kalends/icalendar';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RemoteCalendar, RemoteEvent } from '@kalends/provider-port/sync';
import type { GoogleProvider } from './google-provider.js';
import { ada, startGoogle, type SimulatedGoogle } from './google.fixture.js';

const now = Date.UTC(2026, 10, 21, 9);
const tzid = 'Europe/London';
const at = (day: string, hour: number) => {
  const time = (of: number) => ({ local: `2026-12-${day}T${String(of).padStart(2, '0')}:00:00`, tzid });
  return { start: time(hour), end: time(hour + 1) };
};
const uid = 'evt_000000000000000000000031@kalends';
const recurrence = { rrules: ['FREQ=DAILY;COUNT=4'], rdates: [], exdates: [] };

/** The instances of December 2026, as day, hour and summary. */
const shown = ({ series }: RemoteEvent) =>
  expand(series, { start: Date.UTC(2026, 11, 1), end: Date.UTC(2027, 0, 1) }, { floatingZone: tzid }).map(
    ({ startMs, component }) => `${new Date(startMs).toISOString().slice(8, 13)} ${component.summary}`,
  );

describe('a series at Google with an exception and a deleted instance', () => {
  let google: SimulatedGoogle;
  let provider: GoogleProvider;
  let calendar: RemoteCalendar;
  let href: string;
  beforeEach(async () => {
    google = await startGoogle();
    provider = google.provider();
    calendar = (await provider.calendars())[0]!;
    const change = { summary: 'Daily', ...at('01', 10), recurrence };
    ({ href } = await provider.upsert(calendar, { uid, href: null }, { change, now }));
    const ten = { start: { dateTime: '2026-12-02T15:00:00Z' }, end: { dateTime: '2026-12-02T17:00:00Z' } };
    const own = { summary: 'Own', location: 'Hall', colorId: '5', ...ten };
    await google.others('PATCH', `${href}_20261202T100000Z`, own);
    await google.others('DELETE', `${href}_20261203T100000Z`);
  });
  afterEach(() => google.close());

  const write = (change: object) => provider.upsert(calendar, { uid, href }, { change, now });
  const listed = async () => {
    const { items } = (await google.others('GET')) as { items: { id: string; status: string }[] };
    return items.filter(({ status }) => status !== 'cancelled').map(({ id }) => id.replace(href, ''));
  };

  describe.each(['drop', 'move', 'keep'])('that Google, on a move, would %s', (handling) => {
    beforeEach(() => google.control('exceptions', { handling }));

    it('when its start is moved, then both move along, with everything that they have', async () => {
      const moved = await write(at('01', 11));
      expect(shown(moved)).toEqual(['01T11 Daily', '02T15 Own', '04T11 Daily']);
      expect(await listed()).toEqual(['', '_20261202T110000Z']);
      const exception = await google.others('GET', `${href}_20261202T110000Z`);
      expect(exception).toMatchObject({ summary: 'Own', location: 'Hall', colorId: '5' });
      expect(shown(await write(at('01', 10)))).toEqual(['01T10 Daily', '02T15 Own', '04T10 Daily']);
    });

    it('when it is moved by a day, then instances that were exceptions are plain again', async () => {
      const moved = await write(at('02', 10));
      expect(shown(moved)).toEqual(['02T10 Daily', '02T15 Own', '05T10 Daily']);
    });

    it('when its rule is replaced, then exceptions of its instances stay, and the others end', async () => {
      const rrules = ['FREQ=DAILY;INTERVAL=2;COUNT=3'];
      expect(shown(await write({ recurrence: { ...recurrence, rrules } }))).toEqual(['01T10 Daily', '05T10 Daily']);
      expect(await listed()).toEqual(['']);
    });

    it('when another client moves it, then a read from the cursor has what Google has', async () => {
      const nothing = new Map<string, string>();
      const { cursor } = await provider.changes(calendar, { cursor: null, known: nothing }, async () => undefined);
      const time = (hour: number) => ({ dateTime: `2026-12-01T${hour}:00:00`, timeZone: tzid });
      await google.others('PATCH', href, { start: time(11), end: time(12) });
      const read: RemoteEvent[] = [];
      const last = { cursor: cursor!, known: nothing };
      await provider.changes(calendar, last, async ({ changed }) => void read.push(...changed));
      const expected = {
        drop: ['01T11 Daily', '02T11 Daily', '03T11 Daily', '04T11 Daily'],
        move: ['01T11 Daily', '02T15 Own', '04T11 Daily'],
        keep: ['01T11 Daily', '02T11 Daily', '02T15 Own', '03T11 Daily', '04T11 Daily'],
      };
      expect(read.map(shown)).toEqual([expected[handling as keyof typeof expected]]);
    });
  });

  it('when the move is interrupted after the series was written, then repeating it completes it', async () => {
    await google.control('faults', { method: 'PATCH', path: `${href}_`, status: 503 });
    await expect(write(at('01', 11))).rejects.toMatchObject({ failure: 'unavailable' });
    expect(await listed()).toEqual(['']);
    expect(shown(await write(at('01', 11)))).toEqual(['01T11 Daily', '02T15 Own', '04T11 Daily']);
    const { calendars } = (await (await fetch(`${google.url}/control/state`)).json()) as {
      calendars: { id: string; events: { status: string }[] }[];
    };
    const events = calendars.find(({ id }) => id === ada)!.events.filter(({ status }) => status !== 'cancelled');
    expect(JSON.stringify(events)).not.toContain('kalendsMoved');
  });

  it('when the exception is longer than a note may be, then it moves all the same', async () => {
    await google.others('PATCH', `${href}_20261202T100000Z`, { description: 'x'.repeat(8_000) });
    expect(shown(await write(at('01', 11)))).toEqual(['01T11 Daily', '02T15 Own', '04T11 Daily']);
  });
});
