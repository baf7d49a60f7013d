import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startEngine, type Engine } from '../../engine.fixture.js';
import { MemoryProvider, objectOf } from '@kalends/provider-port/testing';

const object = (uid: string, summary: string) =>
  objectOf(uid, 'DTSTART:20261201T100000Z', 'DTEND:20261201T110000Z', `SUMMARY:${summary}`);
const interval = 86_400_000;

describe('changes that a provider does not report', () => {
  let provider: MemoryProvider;
  let engine: Engine;
  beforeEach(async () => {
    provider = new MemoryProvider();
    engine = await startEngine({ providerOf: () => provider });
  });
  afterEach(() => engine.stop());

  const summaries = async () =>
    [...(await engine.state()).values()]
      .flatMap((record) => (record.kind === 'event' && !record.deleted ? [record.series.master?.summary] : []))
      .sort();
  const due = async () =>
    (await engine.pool.query<{ at: number }>('SELECT listing_due_at AS at FROM calendar')).rows[0]!.at;
  /** The provider's requests during one sync. */
  async function requestsOfSync() {
    provider.requests.splice(0);
    await engine.syncNow();
    return provider.requests.splice(0);
  }
  /** Syncs until the calendar counts as unchanged. */
  async function settle() {
    await engine.sync();
    while ((await requestsOfSync()).length > 1);
  }

  it('given an event that vanishes without a trace, then it disappears within the interval', async () => {
    provider.put('/home/kept.ics', object('kept', 'Kept'));
    provider.put('/home/ghost.ics', object('ghost', 'Ghost'));
    await settle();
    provider.dropSilently('/home/ghost.ics');
    provider.put('/home/new.ics', object('new', 'New'));
    await engine.syncNow();
    expect(await summaries()).toEqual(['Ghost', 'Kept', 'New']);
    engine.clock.advance(interval);
    await engine.syncNow();
    expect(await summaries()).toEqual(['Kept', 'New']);
  });

  it('given an unchanged ctag and no change, when listed, then nothing is published, and the next one is a random time later', async () => {
    provider.put('/home/kept.ics', object('kept', 'Kept'));
    await settle();
    const times = new Set<number>();
    for (let day = 0; day < 5; day += 1) {
      const before = (await engine.published()).length;
      engine.clock.advance((await due()) - engine.clock.now() - 1);
      expect(await requestsOfSync()).toEqual(['calendars']);
      engine.clock.advance(1);
      expect(await requestsOfSync()).toEqual(['calendars', 'changes']);
      expect((await engine.published()).slice(before).map(({ kind }) => kind)).toEqual(['profile', 'profile']);
      const wait = (await due()) - engine.clock.now();
      expect(wait).toBeGreaterThanOrEqual(interval / 2);
      expect(wait).toBeLessThanOrEqual(interval);
      times.add(wait);
    }
    expect(times.size).toBeGreaterThan(1);
  });

  it('given a change within the second of the last read, under the same ctag, then the next sync sees it', async () => {
    provider.put('/home/one.ics', object('one', 'First'));
    await settle();
    provider.put('/home/one.ics', object('one', 'Second'));
    await engine.syncNow();
    provider.putUnderSameCtag('/home/one.ics', object('one', 'Third'));
    expect(await requestsOfSync()).toEqual(['calendars', 'changes']);
    expect(await summaries()).toEqual(['Third']);
    expect(await requestsOfSync()).toEqual(['calendars']);
  });

  it('given objects that cannot be read, then the calendar’s record has their number until they can', async () => {
    const shown = async () => {
      const calendar = [...(await engine.state()).values()].find(({ kind }) => kind === 'calendar');
      return (calendar as { unreadable_objects?: number }).unreadable_objects;
    };
    provider.put('/home/bad.ics', 'BEGIN:VCALENDAR');
    provider.put('/home/good.ics', object('good', 'Good'));
    await engine.sync();
    expect([await shown(), await summaries()]).toEqual([1, ['Good']]);
    provider.put('/home/bad.ics', object('bad', 'Readable'));
    await engine.syncNow();
    expect([await shown(), await summaries()]).toEqual([undefined, ['Good', 'Readable']]);
  });
});
