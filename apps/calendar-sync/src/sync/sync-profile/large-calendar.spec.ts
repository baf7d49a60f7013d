import { missingForRadicale, roundsOf, skipFor, startRadicale, type Radicale } from '@kalends/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accountAt, fill, createCalendar, send } from '@kalends/provider-caldav/testing';
import { startProxy, type Proxy, objectOf } from '@kalends/provider-port/testing';
import { startEngine, type Engine } from '../../engine.fixture.js';

/** What a poll costs depends on the changes alone, which a tenth shows as well. */
const count = roundsOf('KALENDS_LARGE_CALENDAR', { usual: 1_000, nightly: 10_000 });
const object = (index: number, summary = `Event ${index}`) =>
  objectOf(
    `large-${index}@example.com`,
    `DTSTART:202612${String(1 + (index % 28)).padStart(2, '0')}T100000Z`,
    'DURATION:PT1H',
    `SUMMARY:${summary}`,
  );

describe(`a calendar of ${count} events on Radicale, through a counting proxy`, () => {
  const missing = missingForRadicale();
  let radicale: Radicale;
  let proxy: Proxy;
  let engine: Engine;
  let url: string;

  beforeAll(async () => {
    if (missing !== undefined) return;
    radicale = await startRadicale();
    proxy = await startProxy(radicale.url);
    url = await createCalendar(radicale, 'large', 'Large');
    await fill(radicale, 'large', new Map(Array.from({ length: count }, (_, i) => [`large-${i}.ics`, object(i)])));
    await send(url, 'PROPFIND');
    const provider = accountAt(proxy.url);
    engine = await startEngine({ providerOf: () => provider });
    await engine.sync();
  }, 600_000);
  afterAll(async () => {
    await engine?.stop();
    await proxy?.stop();
    await radicale?.stop();
  });
  beforeEach((context) => {
    if (missing !== undefined) skipFor(context, missing);
  });

  it('given the first sync, when it has ended, then all events are stored and the calendar is synced', async () => {
    const { rows } = await engine.pool.query('SELECT count(*) AS count FROM event WHERE NOT deleted');
    expect(rows).toEqual([{ count }]);
    expect([...(await engine.state()).values()].filter((record) => record.kind === 'event')).toHaveLength(count);
    const [calendar] = [...(await engine.state()).values()].filter((record) => record.kind === 'calendar');
    expect(calendar).toMatchObject({ synced: true, freshness: 'fresh' });
  });

  it('given one change, when the profile is polled, then it costs at most 4 requests and 50 kB', async () => {
    await send(`${url}large-77.ics`, 'PUT', object(77, 'Changed'));
    proxy.drain();
    await engine.syncNow();
    const exchanges = proxy.drain();
    const bytes = exchanges.reduce((sum, exchange) => sum + exchange.bytes, 0);
    expect(exchanges.length).toBeLessThanOrEqual(4);
    expect(bytes).toBeLessThanOrEqual(50_000);
    const changed = (await engine.published()).at(-3);
    const summaries = (await engine.published())
      .slice(-4)
      .flatMap((one) => (one.kind === 'event' ? one.series.master?.summary : []));
    expect(changed && summaries).toEqual(['Changed']);
  }, 120_000);

  it('given no change, when the profile is polled, then it costs at most 2 requests', async () => {
    proxy.drain();
    await engine.syncNow();
    expect(proxy.drain().length).toBeLessThanOrEqual(2);
  }, 120_000);
});
