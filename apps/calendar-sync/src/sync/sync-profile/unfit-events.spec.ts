import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startEngine, type Engine } from '../../engine.fixture.js';
import { MemoryProvider, objectOf } from '@kalends/provider-port/testing';
import type { CalendarProvider, RemoteEvent } from '@kalends/provider-port/sync';

const sound = objectOf('sound', 'DTSTART:20261201T100000Z', 'DTEND:20261201T110000Z', 'SUMMARY:Sound');

/** A mapper with a fault: what it makes of some events is not what the topic allows. */
class FaultyProvider extends MemoryProvider {
  override changes(...[calendar, last, onBatch]: Parameters<CalendarProvider['changes']>) {
    const broken = (event: RemoteEvent): RemoteEvent => {
      const { series } = event;
      if (series.master?.summary !== 'Broken') return event;
      return { ...event, series: { ...series, master: { ...series.master, status: 'unheard of' as 'confirmed' } } };
    };
    return super.changes(calendar, last, (batch) => onBatch({ ...batch, changed: batch.changed.map(broken) }));
  }
}

describe('events that cannot be what they say', () => {
  let provider: MemoryProvider;
  let engine: Engine;
  beforeEach(async () => {
    provider = new FaultyProvider();
    engine = await startEngine({ providerOf: () => provider });
    provider.put('/home/sound.ics', sound);
  });
  afterEach(() => engine.stop());

  const live = async () =>
    [...(await engine.state()).values()].flatMap((record) =>
      record.kind === 'event' && !record.deleted ? [record.series.master!] : [],
    );
  const isSynced = async () =>
    [...(await engine.state()).values()].some((record) => record.kind === 'calendar' && record.synced);

  it.each([
    ['on the last day of all', ['DTSTART;VALUE=DATE:99991231'], { date: '9999-12-31' }],
    ['at the last second of all', ['DTSTART:99991231T235959Z', 'DURATION:PT1H'], { local: '9999-12-31T23:59:59' }],
    ['of 19,000 years', ['DTSTART:20261201T100000Z', 'DURATION:P999999W'], { local: '9999-12-31T23:59:59' }],
  ])('given one %s, when synced, then it ends with the year 9999, and the others are there', async (_, lines, end) => {
    provider.put('/home/odd.ics', objectOf('odd', ...lines, 'SUMMARY:Odd'));
    await engine.sync();
    const events = await live();
    expect(events.map(({ summary }) => summary).sort()).toEqual(['Odd', 'Sound']);
    expect(events.find(({ summary }) => summary === 'Odd')!.end).toMatchObject(end);
    expect(await isSynced()).toBe(true);
  });

  it('given texts that PostgreSQL cannot store, when synced, then they are shown without what it cannot', async () => {
    provider.put('/home/odd.ics', objectOf('odd', 'DTSTART:20261201T100000Z', 'SUMMARY:Lunch\0 at \ud83cnoon'));
    await engine.sync();
    const texts = (await live()).map(({ summary }) => summary).sort();
    expect(texts).toEqual(['Lunch at \u{fffd}noon', 'Sound']);
  });

  it('given one that breaks the contract of the topic, when synced, then it is left out and the others are there', async () => {
    provider.put('/home/broken.ics', objectOf('broken', 'DTSTART:20261201T100000Z', 'SUMMARY:Broken'));
    await engine.sync();
    expect((await live()).map(({ summary }) => summary)).toEqual(['Sound']);
    expect(await isSynced()).toBe(true);
  });
});
