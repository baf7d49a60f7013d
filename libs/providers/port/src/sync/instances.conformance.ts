import type { EventChange } from '@kalends/contracts';
import { expand, splitSeries, toIso, type EventTime } from '@kalends/icalendar';
import { expect, it } from 'vitest';
import { objectOf, weekly } from './objects.fixture.js';
import type { ProviderWorld } from './reading.conformance.js';
import type { RemoteEvent } from './provider.port.js';

const now = Date.UTC(2026, 10, 21, 9);
const tzid = 'Europe/London';
const at = (local: string): EventTime => ({ local: `2026-12-${local}:00`, tzid });
const summer = (local: string): EventTime => ({ local: `2027-${local}:00`, tzid });
let created = 0;
const newUid = () => `evt_${String(++created).padStart(23, '0')}a@kalends`;

const shown = ({ series }: RemoteEvent) =>
  expand(series, { start: now, end: now + 300 * 86_400_000 }, { floatingZone: tzid }).map(
    ({ startMs, endMs, component }) =>
      `${toIso(startMs).slice(5, 16)}+${(endMs - startMs) / 60_000} ${component.summary}`,
  );

/** What every provider must do with single instances of a series. */
export function instancesConformance(world: () => ProviderWorld): void {
  const write = (uid: string, href: string | null, change: EventChange) =>
    world().provider.upsert(
      world().calendar,
      { uid, href, mustExist: change.created === undefined && href !== null },
      { change, now },
    );

  const series: EventChange = {
    summary: 'Stand-up',
    start: at('01T15:30'),
    end: at('01T16:00'),
    recurrence: { rrules: ['FREQ=WEEKLY;COUNT=5'], rdates: [], exdates: [] },
  };

  /** A read that knows nothing finds what the answer of a write had. */
  async function both(event: RemoteEvent): Promise<string[]> {
    const read: RemoteEvent[] = [];
    await world().provider.changes(world().calendar, { cursor: null, known: new Map() }, async ({ changed }) => {
      read.push(...changed.filter(({ href }) => href === event.href));
    });
    expect(read.map(shown)).toEqual([shown(event)]);
    return shown(event);
  }

  it('given a series, when one instance is changed, changed again and deleted, then the provider has each state (EVT-46)', async () => {
    const uid = newUid();
    const { href } = await write(uid, null, series);
    const recurrence_id = at('08T15:30');
    const own = { summary: 'Review', description: 'Figures', start: at('08T17:00'), end: at('08T18:00') };
    const changed = await write(uid, href, { instance: { recurrence_id, change: own } });
    const others = ['12-15T15:30+30 Stand-up', '12-22T15:30+30 Stand-up', '12-29T15:30+30 Stand-up'];
    expect(await both(changed)).toEqual(['12-01T15:30+30 Stand-up', '12-08T17:00+60 Review', ...others]);
    const again = await write(uid, href, { instance: { recurrence_id, change: { summary: 'Retrospective' } } });
    expect(await both(again)).toEqual(['12-01T15:30+30 Stand-up', '12-08T17:00+60 Retrospective', ...others]);
    const override = again.series.overrides.find(({ change }) => change.summary === 'Retrospective');
    expect(override?.change.description).toBe('Figures');
    const repeated = await write(uid, href, { instance: { recurrence_id, change: { summary: 'Retrospective' } } });
    expect(shown(repeated)).toEqual(shown(again));
    const without = await write(uid, href, { instance: { recurrence_id, deleted: true } });
    expect(await both(without)).toEqual(['12-01T15:30+30 Stand-up', ...others]);
    await write(uid, href, { instance: { recurrence_id, deleted: true } });
    const gone = { instance: { recurrence_id, change: { summary: 'Late' } } };
    await expect(write(uid, href, gone)).rejects.toMatchObject({
      failure: 'refused',
      options: { refusal: 'event_deleted' },
    });
  });

  it('given an all-day series, when one day moves and one is deleted, then the provider has that (EVT-46)', async () => {
    const uid = newUid();
    const day = (date: string): EventTime => ({ date: `2026-12-${date}` });
    const recurrence = { rrules: ['FREQ=WEEKLY;COUNT=3'], rdates: [], exdates: [] };
    const { href } = await write(uid, null, { summary: 'Fair', start: day('02'), end: day('03'), recurrence });
    await write(uid, href, { instance: { recurrence_id: day('09'), change: { start: day('10'), end: day('12') } } });
    const after = await write(uid, href, { instance: { recurrence_id: day('16'), deleted: true } });
    expect(await both(after)).toEqual(['12-02T00:00+1440 Fair', '12-10T00:00+2880 Fair']);
  });

  it('given a series of somebody else with an override, when another instance is changed, then everything else stays (EVT-46)', async () => {
    const { provider, calendar, others } = world();
    const uid = `instances-${newUid()}`;
    const href = await others.put('instances-weekly.ics', weekly(uid));
    const change = {
      instance: { recurrence_id: { local: '2026-12-15T10:00:00', tzid: 'Etc/UTC' }, change: { summary: 'Ours' } },
    };
    const before = shown(await provider.upsert(calendar, { uid, href }, { change: {}, now }));
    const after = await provider.upsert(calendar, { uid, href, mustExist: true }, { change, now });
    expect(await both(after)).toEqual(
      before.map((one) => (one.startsWith('12-15') ? one.replace(/ .*/, ' Ours') : one)),
    );
    expect(await others.read(href)).toContain('SUMMARY:Weekly\\, later');
  });

  it('given an instance of an event that does not recur, or that is gone, when it is changed, then it is refused (EVT-46)', async () => {
    const { provider, calendar, others } = world();
    const change = { instance: { recurrence_id: at('01T10:00'), change: { summary: 'Ours' } } };
    const refused = { failure: 'refused', options: { refusal: 'event_deleted' } };
    const uid = `single-${newUid()}`;
    const href = await others.put(
      'single.ics',
      objectOf(uid, 'SUMMARY:Once', 'DTSTART:20261201T100000Z', 'DTEND:20261201T110000Z'),
    );
    await expect(provider.upsert(calendar, { uid, href, mustExist: true }, { change, now })).rejects.toMatchObject(
      refused,
    );
    await others.remove(href);
    await expect(provider.upsert(calendar, { uid, href, mustExist: true }, { change, now })).rejects.toMatchObject(
      refused,
    );
  });

  it('given a series with exceptions over a change of clocks, when it is divided, then no instance is lost or there twice (EVT-48)', async () => {
    const uid = newUid();
    const recurrence = { rrules: ['FREQ=WEEKLY;COUNT=8'], rdates: [], exdates: [] };
    const plain = { ...series, start: summer('03-03T09:00'), end: summer('03-03T09:30'), recurrence };
    const { href } = await write(uid, null, plain);
    const own = { summary: 'Own', start: summer('04-07T11:00'), end: summer('04-07T12:00') };
    await write(uid, href, { instance: { recurrence_id: summer('03-10T09:00'), deleted: true } });
    await write(uid, href, { instance: { recurrence_id: summer('03-17T09:00'), change: { summary: 'Early' } } });
    await write(uid, href, { instance: { recurrence_id: summer('04-07T09:00'), change: own } });
    const whole = await write(uid, href, { instance: { recurrence_id: summer('04-14T09:00'), deleted: true } });
    const divided = splitSeries(whole.series, summer('03-31T09:00'), { floatingZone: tzid });
    if (!('split' in divided)) throw new Error(JSON.stringify(divided));
    const { rest, recurrence: shortened } = divided.split;
    const { summary, start, end } = rest.master;
    const creation = { summary, start, end, recurrence: rest.recurrence, created: { overrides: rest.overrides } };
    const second = newUid();
    const later = await write(second, null, creation);
    expect(await both(later)).toEqual(['03-31T08:00+30 Stand-up', '04-07T10:00+60 Own', '04-21T08:00+30 Stand-up']);
    const repeated = await write(second, null, creation);
    expect([repeated.href, await both(repeated)]).toEqual([later.href, shown(later)]);
    const earlier = await write(uid, href, { existing: true, recurrence: shortened });
    expect(await both(earlier)).toEqual(['03-03T09:00+30 Stand-up', '03-17T09:00+30 Early', '03-24T09:00+30 Stand-up']);
    expect([...shown(earlier), ...shown(later)]).toEqual(shown(whole));
  });
}
