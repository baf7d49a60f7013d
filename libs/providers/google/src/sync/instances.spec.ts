import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EventChange } from '@kalends/contracts';
import { startProxy, type Proxy } from '@kalends/provider-port/testing';
import { GoogleProvider } from './google-provider.js';
import { egress, fixed, startGoogle, type SimulatedGoogle } from './google.fixture.js';

const at = (day: string, time = '10:00') => ({ local: `2026-12-${day}T${time}:00`, tzid: 'Europe/London' });
const uid = 'evt_000000000000000000000072@kalends';

describe('one instance at Google', () => {
  let google: SimulatedGoogle;
  let proxy: Proxy;
  let requests: string[];
  beforeEach(async () => {
    google = await startGoogle();
    proxy = await startProxy(google.url);
    requests = [];
    proxy.misbehave(async ({ method, path }) => {
      requests.push(`${method} ${path}`);
      return false;
    });
  });
  afterEach(async () => {
    await proxy.stop();
    await google.close();
  });

  async function given() {
    const tokens = fixed(google.grant.access_token);
    const provider = new GoogleProvider({ egress, baseUrl: `${proxy.url}calendar/v3`, tokens });
    const calendar = (await provider.calendars())[0]!;
    const recurrence = { rrules: ['FREQ=DAILY;COUNT=5'], rdates: [], exdates: [] };
    const change = { summary: 'Daily', start: at('01'), end: at('01', '11:00'), recurrence };
    const { href } = await provider.upsert(calendar, { uid, href: null }, { change, now: 0 });
    const write = (requested: EventChange) =>
      provider.upsert(calendar, { uid, href, mustExist: true }, { change: requested, now: 0 });
    return { write, href };
  }

  it('given a change or a deletion, then it costs at most two requests more than a change of the series (EVT-46)', async () => {
    const { write } = await given();
    const requestsOf = async (requested: EventChange) => {
      requests.length = 0;
      await write(requested);
      return requests.length;
    };
    const usual = await requestsOf({ summary: 'Every day' });
    const own = {
      recurrence_id: at('02'),
      change: { summary: 'Own', start: at('02', '15:00'), end: at('02', '16:00') },
    };
    for (const instance of [
      own,
      { ...own, change: { description: 'More' } },
      { recurrence_id: at('03'), deleted: true },
    ])
      expect((await requestsOf({ instance })) - usual).toBeLessThanOrEqual(2);
  });

  it('given an instance with a member that only Google has, when it is changed, then that stays, and the series as well (EVT-46)', async () => {
    const { write, href } = await given();
    await google.others('PATCH', `${href}_20261202T100000Z`, { guestsCanInviteOthers: false, location: 'Hall' });
    await write({ instance: { recurrence_id: at('02'), change: { summary: 'Own', tags: ['x'] } } });
    const instance = await google.others('GET', `${href}_20261202T100000Z`);
    expect(instance).toMatchObject({ summary: 'Own', location: 'Hall', guestsCanInviteOthers: false });
    expect(await google.others('GET', href)).toMatchObject({ summary: 'Daily' });
    const { overrides } = (await write({})).series;
    expect(overrides).toMatchObject([{ change: { summary: 'Own', tags: ['x'] } }]);
  });
});
