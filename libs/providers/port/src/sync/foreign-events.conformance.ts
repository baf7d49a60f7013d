import { expect, it } from 'vitest';
import type { EventChange } from '@kalends/contracts';
import { objectOf, plain, weekly } from './objects.fixture.js';
import type { WriteTarget } from './provider.port.js';
import { newUid, readAll, type ProviderWorld } from './reading.conformance.js';

const now = Date.UTC(2026, 10, 21, 9);
const meeting: EventChange = {
  summary: 'Board meeting',
  start: { local: '2026-12-01T15:30:00', tzid: 'Europe/London' },
  end: { local: '2026-12-01T17:00:00', tzid: 'Europe/London' },
};

/** What every provider must do with events that other clients wrote, or changed. */
export function foreignEventsConformance(world: () => ProviderWorld): void {
  it('given unknown properties, when the event is patched, then they stay', async () => {
    const uid = newUid();
    const object = objectOf(uid, ...plain, 'X-SEAT;X-ROW=3:14', 'CONTACT:Ada', 'CLASS:CONFIDENTIAL');
    const href = await world().others.put('theirs.ics', object);
    const event = await world().provider.upsert(world().calendar, { uid, href }, { change: { summary: 'Ours' }, now });
    expect(event.series.master!.summary).toBe('Ours');
    const after = await world().others.read(href);
    for (const line of ['X-SEAT;X-ROW=3:14', 'CONTACT:Ada', 'CLASS:CONFIDENTIAL', 'SUMMARY:Ours']) {
      expect(after).toContain(line);
    }
  });

  /** An event of another client, as an application writes it by its event_uid. */
  const external = async (name: string, ...lines: string[]) => {
    const uid = `${name}@someone.example`;
    const href = await world().others.put(`${name}.ics`, objectOf(uid, ...plain, ...lines));
    return { uid, href, mustExist: true, mustNotRecur: true };
  };
  const edit = (target: WriteTarget, change: EventChange) =>
    world().provider.upsert(world().calendar, target, { change, now });

  it('given an event of somebody else, when it is edited, then only what the edit names has changed (EVT-28)', async () => {
    const target = await external('edited-external', 'LOCATION:Their room', 'X-SEAT;X-ROW=3:14', 'CONTACT:Ada');
    const edited = await edit(target, { summary: 'Ours' });
    const [start, end] = ['2026-12-01T10:00:00', '2026-12-01T11:00:00'].map((local) => ({ local, tzid: 'Etc/UTC' }));
    const location = { description: 'Their room' };
    expect(edited.series).toMatchObject({ uid: target.uid, master: { summary: 'Ours', start, end, location } });
    const after = await world().others.read(target.href);
    for (const line of ['X-SEAT;X-ROW=3:14', 'CONTACT:Ada', 'LOCATION:Their room']) expect(after).toContain(line);
  });

  it('given an event of somebody else that changed since the last read, when it is deleted twice, then it is gone (EVT-28)', async () => {
    const target = await external('deleted-external');
    const read = (await readAll(world(), null)).changed.find(({ href }) => href === target.href)!;
    await external('deleted-external', 'LOCATION:Moved');
    await world().provider.remove(world().calendar, { ...target, etag: read.etag });
    await world().provider.remove(world().calendar, { ...target, etag: read.etag });
    expect((await readAll(world(), null)).seen).not.toContain(target.href);
  });

  it('given an event of somebody else that recurs by now, when it is edited or deleted, then it is refused and stays (EVT-29)', async () => {
    const target = await external('recurring-external', 'RRULE:FREQ=WEEKLY;COUNT=5');
    const refused = { failure: 'refused', options: { refusal: 'recurring_event' } };
    await expect(edit(target, { summary: 'Ours' })).rejects.toMatchObject(refused);
    await expect(world().provider.remove(world().calendar, target)).rejects.toMatchObject(refused);
    expect(await world().others.read(target.href)).toContain('SUMMARY:Theirs');
  });

  it('given a series with an override, when its master is patched, then rule and override stay', async () => {
    const uid = newUid();
    const href = await world().others.put('weekly.ics', weekly(uid));
    const event = await world().provider.upsert(
      world().calendar,
      { uid, href },
      { change: { location: { description: 'Hall' } }, now },
    );
    expect(event.series.recurrence!.rrules).toEqual(['FREQ=WEEKLY;COUNT=5']);
    expect(event.series.overrides).toHaveLength(1);
    const after = await world().others.read(href);
    expect(after).toMatch(/RECURRENCE-ID[^\r\n]*:20261208T100000Z/);
    expect(after).toContain('SUMMARY:Weekly\\, later');
    expect(after).toContain('LOCATION:Hall');
  });

  it('given a change by another client since the last read, when patched, then both changes are present', async () => {
    const uid = newUid();
    const event = await edit({ uid, href: null }, meeting);
    const editedElsewhere = (await world().others.read(event.href)).replace(
      'END:VEVENT',
      'LOCATION:Their room\r\nEND:VEVENT',
    );
    await world().others.put(event.href.split('/').at(-1)!, editedElsewhere);
    const target = { uid, href: event.href, etag: event.etag };
    const after = await world().provider.upsert(world().calendar, target, { change: { summary: 'Our title' }, now });
    expect(after.series.master).toMatchObject({ summary: 'Our title', location: { description: 'Their room' } });
  });
}
