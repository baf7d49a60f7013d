import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EventChange } from '@kalends/contracts';
import { expand, toIso, type EventTime } from '@kalends/icalendar';
import { skipFor } from '@kalends/testing';
import { foreignEventsConformance } from './foreign-events.conformance.js';
import { instancesConformance } from './instances.conformance.js';
import type { RemoteEvent } from './provider.port.js';
import { deletionsIn, newUid, readAll, readingConformance, uidsOf, type ProviderWorld } from './reading.conformance.js';

const now = Date.UTC(2026, 10, 21, 9);
const meeting: EventChange = {
  summary: 'Board meeting',
  start: { local: '2026-12-01T15:30:00', tzid: 'Europe/London' },
  end: { local: '2026-12-01T17:00:00', tzid: 'Europe/London' },
};

const at = (local: string): EventTime => ({ local, tzid: 'Europe/London' });

/** Starts in London local time, in winter: UTC. */
const instancesOf = ({ series }: RemoteEvent) =>
  expand(series, { start: now, end: now + 100 * 86_400_000 }, { floatingZone: 'Etc/UTC' }).map(({ startMs }) =>
    toIso(startMs).slice(0, 16),
  );

/** What every provider must do. */
export function providerConformance(name: string, start: () => Promise<ProviderWorld>, missing?: string): void {
  describe(`the provider ${name}`, () => {
    let world: ProviderWorld;
    beforeAll(async () => {
      if (missing === undefined) world = await start();
    }, 60_000);
    afterAll(() => world?.stop());
    beforeEach((context) => {
      if (missing !== undefined) skipFor(context, missing);
    });

    it('given credentials, when they are proved, then the identity is the same each time, and a wrong password proves none', async () => {
      const { provider, withPassword } = world;
      const kinds = [provider.prove, withPassword].map((one) => one !== undefined);
      expect(new Set(kinds).size).toBe(1);
      if (!withPassword) return;
      const proved = await provider.prove!();
      expect([proved.origin, proved.principal]).toEqual([
        expect.stringMatching(/^https?:\/\/[^/]+$/),
        expect.any(String),
      ]);
      expect(await provider.prove!()).toEqual(proved);
      const wrong = withPassword('wrong');
      await expect(wrong.prove!()).rejects.toMatchObject({ failure: 'authentication-failed' });
    });

    const write = (uid: string, href: string | null, change: EventChange) =>
      world.provider.upsert(world.calendar, { uid, href }, { change, now });

    it('given an account, when its calendars are listed, then the calendar is included, writable and primary', async () => {
      const [calendar] = await world.provider.calendars();
      expect(calendar).toMatchObject({ href: world.calendar.href, name: 'Home', readonly: false, primary: true });
    });

    it('given rooms, when listed, then each has an address and a name; a provider without such a list has no method for it', async () => {
      const listed = await world.provider.resources?.();
      expect(listed).toEqual(world.rooms && { resources: world.rooms, truncated: false });
    });

    it('given a new event, when it is written, then the provider stores it and returns its href and etag', async () => {
      const uid = newUid();
      const event = await world.provider.upsert(world.calendar, { uid, href: null }, { change: meeting, now });
      expect(event.etag).not.toBe('');
      expect(event.series).toMatchObject({ uid, master: { summary: 'Board meeting', start: meeting.start } });
      expect(await world.others.read(event.href)).toContain(`UID:${uid}`);
    });

    it('given an all-day event, when it is written, then it has dates and is transparent', async () => {
      const change = { summary: 'Holiday', start: { date: '2026-12-24' }, end: { date: '2026-12-27' } };
      const event = await world.provider.upsert(world.calendar, { uid: newUid(), href: null }, { change, now });
      expect(event.series.master).toMatchObject({ ...change, transparency: 'transparent' });
      const object = await world.others.read(event.href);
      expect(object).toContain('DTSTART;VALUE=DATE:20261224');
      expect(object).toContain('DTEND;VALUE=DATE:20261227');
    });

    it('given a create whose response was lost, when it is repeated, then there is one event', async () => {
      const uid = newUid();
      const first = await world.provider.upsert(world.calendar, { uid, href: null }, { change: meeting, now });
      const again = await world.provider.upsert(world.calendar, { uid, href: null }, { change: meeting, now });
      expect(again.href).toBe(first.href);
      expect(uidsOf(await readAll(world, null)).filter((one) => one === uid)).toHaveLength(1);
    });

    it('given an explicit conference, when written, changed and removed, then readers and users of the calendar have it (EVT-23)', async () => {
      const uid = newUid();
      const explicit = (join_url: string, name?: string) => ({
        conferencing: { kind: 'explicit' as const, join_url, ...(name ? { name } : {}) },
      });
      const shown = ({ series: { master } }: RemoteEvent) => [
        master!.conference_url,
        master!.conference_name,
        master!.location?.description,
      ];
      const url = 'https://acme.zoom.us/j/123';
      const created = await write(uid, null, { ...meeting, ...explicit(url, 'Zoom') });
      expect(shown(created)).toEqual([url, 'Zoom', url]);
      const repeated = await write(uid, created.href, explicit(url, 'Zoom'));
      expect(shown(repeated)).toEqual(shown(created));
      const moved = await write(uid, created.href, explicit('https://example.com/room'));
      expect(shown(moved)).toEqual(['https://example.com/room', undefined, 'https://example.com/room']);
      const office = await write(uid, created.href, { location: { description: 'Office' }, ...explicit(url) });
      expect(shown(office)).toEqual([url, undefined, 'Office']);
      const read = (await readAll(world, null)).changed.find(({ series }) => series.uid === uid)!;
      expect(shown(read)).toEqual([url, undefined, 'Office']);
      const none = await write(uid, created.href, { conferencing: { kind: 'none' } });
      expect(shown(none)).toEqual([undefined, undefined, 'Office']);
    });

    it('given an absence, when written, kept and ended, then readers have it (EVT-35)', async () => {
      const uid = newUid();
      const shown = ({ series: { master } }: RemoteEvent) => [master!.transparency, master!.extended_transparency];
      const absence = { transparency: 'opaque' as const, extended_transparency: 'out_of_office' as const };
      const created = await write(uid, null, { ...meeting, ...absence });
      expect(shown(created)).toEqual(['opaque', 'out_of_office']);
      expect(shown(await write(uid, created.href, { summary: 'Still away' }))).toEqual(['opaque', 'out_of_office']);
      const elsewhere = { transparency: 'transparent' as const, extended_transparency: 'working_elsewhere' as const };
      await write(uid, created.href, elsewhere);
      const read = (await readAll(world, null)).changed.find(({ series }) => series.uid === uid)!;
      expect(shown(read)).toEqual(['transparent', 'working_elsewhere']);
      expect(shown(await write(uid, created.href, { extended_transparency: null }))).toEqual([
        'transparent',
        undefined,
      ]);
      await write(uid, created.href, absence);
      expect(shown(await write(uid, created.href, { transparency: 'transparent' }))).toEqual([
        'transparent',
        undefined,
      ]);
    });

    it('given an event that no longer exists, when one that must exist is written, then it is refused and stays deleted', async () => {
      const uid = newUid();
      const { href } = await write(uid, null, meeting);
      await world.others.remove(href);
      const change = { summary: 'Again' };
      const writing = world.provider.upsert(world.calendar, { uid, href, mustExist: true }, { change, now });
      await expect(writing).rejects.toMatchObject({ failure: 'refused', options: { refusal: 'event_deleted' } });
      expect(uidsOf(await readAll(world, null))).not.toContain(uid);
    });

    it('given a recurring event, when its rule is written, moved, replaced and removed, then the provider has each state', async () => {
      const uid = newUid();
      const weekly = { rrules: ['FREQ=WEEKLY;COUNT=5'], rdates: [], exdates: [at('2026-12-08T15:30:00')] };
      const created = await write(uid, null, { ...meeting, recurrence: weekly });
      expect(created.series.recurrence).toMatchObject({ rrules: ['FREQ=WEEKLY;COUNT=5'] });
      expect(instancesOf(created)).toEqual([
        '2026-12-01T15:30',
        '2026-12-15T15:30',
        '2026-12-22T15:30',
        '2026-12-29T15:30',
      ]);
      const later = { start: at('2026-12-01T16:00:00'), end: at('2026-12-01T17:30:00') };
      const moved = await write(uid, created.href, { ...meeting, ...later });
      expect(instancesOf(moved)).toEqual([
        '2026-12-01T16:00',
        '2026-12-15T16:00',
        '2026-12-22T16:00',
        '2026-12-29T16:00',
      ]);
      const daily = { rrules: ['FREQ=DAILY;COUNT=2'], rdates: [], exdates: [] };
      expect(instancesOf(await write(uid, created.href, { recurrence: daily }))).toEqual([
        '2026-12-01T16:00',
        '2026-12-02T16:00',
      ]);
      expect(await world.others.read(created.href)).toContain('RRULE:FREQ=DAILY;COUNT=2');
      expect(instancesOf(await write(uid, created.href, { recurrence: null }))).toEqual(['2026-12-01T16:00']);
      expect(await world.others.read(created.href)).not.toContain('FREQ=DAILY');
    });

    foreignEventsConformance(() => world);

    instancesConformance(() => world);

    readingConformance(() => world);

    it('given an event, when it is deleted twice, then it is deleted and the second call succeeds', async () => {
      const uid = newUid();
      const { href, etag } = await world.provider.upsert(world.calendar, { uid, href: null }, { change: meeting, now });
      const { cursor } = await readAll(world, null);
      await world.provider.remove(world.calendar, { uid, href, etag });
      await world.provider.remove(world.calendar, { uid, href, etag });
      await world.provider.remove(world.calendar, { uid: newUid(), href: null });
      const after = await readAll(world, cursor);
      expect([deletionsIn(world, after, href), after.seen.includes(href)]).toEqual([
        world.listsInFull ? [] : [href],
        false,
      ]);
    });

    it('given a deleted event, when it is written again, then it exists', async () => {
      const uid = newUid();
      const { href } = await world.provider.upsert(world.calendar, { uid, href: null }, { change: meeting, now });
      await world.provider.remove(world.calendar, { uid, href });
      const again = await world.provider.upsert(world.calendar, { uid, href: null }, { change: meeting, now });
      expect(await world.others.read(again.href)).toContain(`UID:${uid}`);
    });

    it('given a name, when a calendar is created, then it is listed, writable, and accepts events', async () => {
      const name = world.escapesNames ? 'Rotas and plans' : 'Rotas & plans';
      const newCalendar = { key: 'a1'.repeat(20), name, color: '#49bed8', tzid: 'Europe/London' };
      const created = await world.provider.createCalendar(newCalendar);
      expect(created).toMatchObject({ name, readonly: false, primary: false });
      const listed = (await world.provider.calendars()).filter(({ href }) => href === created.href);
      expect(listed).toMatchObject([{ name, readonly: false, primary: false }]);
      expect(listed[0]!.color?.toLowerCase()).toBe(world.shownColor ?? '#49bed8');
      const uid = newUid();
      const event = await world.provider.upsert(created, { uid, href: null }, { change: meeting, now });
      expect(event.series.master!.summary).toBe('Board meeting');
      const changed: RemoteEvent[] = [];
      await world.provider.changes(
        created,
        { cursor: null, known: new Map() },
        async (batch) => void changed.push(...batch.changed),
      );
      expect(changed.map(({ href }) => href)).toEqual([event.href]);
    });

    it('given a calendar creation whose response was lost, when it is repeated, then there is one calendar', async () => {
      const newCalendar = { key: 'b2'.repeat(20), name: 'Once', tzid: 'Europe/London' };
      const first = await world.provider.createCalendar(newCalendar);
      const again = await world.provider.createCalendar(newCalendar);
      expect([again.href, again.name]).toEqual([first.href, 'Once']);
      expect((await world.provider.calendars()).filter(({ name }) => name === 'Once')).toHaveLength(1);
    });
  });
}
