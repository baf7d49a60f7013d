import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EventChange } from '@kalends/contracts';
import { startMicrosoft, type SimulatedMicrosoft } from './microsoft.fixture.js';

const at = (day: string, time = '10:00') => ({ local: `2026-12-${day}T${time}:00`, tzid: 'Europe/London' });
const uid = 'evt_000000000000000000000071@kalends';

describe('one instance at Microsoft', () => {
  let microsoft: SimulatedMicrosoft;
  beforeEach(async () => (microsoft = await startMicrosoft()));
  afterEach(() => microsoft.close());

  async function given() {
    const provider = microsoft.provider();
    const calendar = (await provider.calendars())[0]!;
    const recurrence = { rrules: ['FREQ=DAILY;COUNT=5'], rdates: [], exdates: [] };
    const change = { summary: 'Daily', start: at('01'), end: at('01', '11:00'), recurrence };
    const { href } = await provider.upsert(calendar, { uid, href: null }, { change, now: 0 });
    const write = (requested: EventChange) =>
      provider.upsert(calendar, { uid, href, mustExist: true }, { change: requested, now: 0 });
    return { write };
  }

  const requestsOf = async (work: () => Promise<unknown>) => {
    const sum = async () => Object.values(await microsoft.counts()).reduce((all, one) => all + one, 0);
    const before = await sum();
    await work();
    return (await sum()) - before;
  };

  it('given a change or a deletion, then it costs at most two requests more than a change of the series (EVT-46)', async () => {
    const { write } = await given();
    const usual = await requestsOf(() => write({ summary: 'Every day' }));
    const own = {
      recurrence_id: at('02'),
      change: { summary: 'Own', start: at('02', '15:00'), end: at('02', '16:00') },
    };
    for (const instance of [
      own,
      { ...own, change: { description: 'More' } },
      { recurrence_id: at('03'), deleted: true },
    ])
      expect((await requestsOf(() => write({ instance }))) - usual).toBeLessThanOrEqual(2);
  });

  it('given an instance beyond its neighbour, then the refusal has Microsoft’s words (EVT-50)', async () => {
    const { write } = await given();
    const change = { start: at('04', '15:00'), end: at('04', '16:00') };
    await expect(write({ instance: { recurrence_id: at('02'), change } })).rejects.toMatchObject({
      failure: 'refused',
      message: expect.stringContaining('ErrorOccurrenceCrossingBoundary') as string,
    });
  });

  it('given what Outlook keeps of a series only, then it is refused, and nothing is written (EVT-50)', async () => {
    const { write } = await given();
    const change = { summary: 'Own', tags: ['x'] };
    await expect(write({ instance: { recurrence_id: at('02'), change } })).rejects.toThrow(/only as a whole/);
    expect((await write({})).series.overrides).toEqual([]);
  });
});
