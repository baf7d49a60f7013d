import { passOn } from '@kalends/testing';
import { describe, expect, it } from 'vitest';
import { accountAt, createCalendar } from './caldav.fixture.js';
import { useFaultyServer } from './faulty-server.fixture.js';

describe('listing at a server that misbehaves', () => {
  const at = useFaultyServer();

  it('given a rejected password, when listed, then authentication failed, for Apple with how to get one', async () => {
    const plainly = accountAt(at.radicale.url, { password: 'wrong' });
    await expect(plainly.calendars()).rejects.toMatchObject({ failure: 'authentication-failed' });
    const apple = accountAt(at.radicale.url, { password: 'wrong', providerName: 'apple' });
    await expect(apple.calendars()).rejects.toThrow('https://account.apple.com');
  });

  it('given an overloaded server, when called, then it is unavailable for as long as it reports', async () => {
    for (const status of [503, 429]) {
      at.answer(status, { 'retry-after': '120' });
      await expect(at.provider.calendars()).rejects.toMatchObject({
        failure: 'unavailable',
        options: { retryAfterMs: 120_000 },
      });
      at.proxy.heal();
    }
    at.answer(503, { 'retry-after': 'Sat, 21 Nov 2026 10:01:00 GMT', date: 'Sat, 21 Nov 2026 10:00:00 GMT' });
    await expect(at.provider.calendars()).rejects.toMatchObject({ options: { retryAfterMs: 60_000 } });
  });

  it('given various kinds of addresses, when discovered, then the same calendar is found', async () => {
    const path = new URL(at.url).pathname;
    for (const address of ['', 'ada/', path.slice(1), path.slice(1, -1), 'no/such/place/']) {
      const found = await accountAt(`${at.proxy.url}${address}`).calendars();
      expect(
        found.map(({ href }) => href),
        address,
      ).toContain(path);
    }
  });

  it('given a home that moved, when listed, then it is found again without the user', async () => {
    at.proxy.misbehave(async ({ method, path }, response) => {
      if (method !== 'PROPFIND' || path !== '/ada/') return false;
      at.proxy.heal();
      response.writeHead(404).end();
      return true;
    });
    expect((await at.provider.calendars()).map(({ href }) => href)).toContain(new URL(at.url).pathname);
  });

  it('given a calendar’s properties, when listed, then name, colour and zone are returned', async () => {
    const zone =
      'BEGIN:VCALENDAR&#13;\nBEGIN:VTIMEZONE&#13;\nTZID:W. Europe Standard Time&#13;\nEND:VTIMEZONE&#13;\nEND:VCALENDAR';
    const extra = `<ca:calendar-color>#FF2968FF</ca:calendar-color><c:calendar-timezone>${zone}</c:calendar-timezone>`;
    await createCalendar(at.radicale, 'told', 'Caf&#233; &amp; more', extra);
    const listed = (await at.provider.calendars()).find(({ name }) => name === 'Café & more');
    expect(listed).toMatchObject({ color: '#FF2968', tzid: 'Europe/Berlin', readonly: false });
    expect((await at.provider.calendars()).filter(({ primary }) => primary)).toHaveLength(1);
  });

  it('given a caller that does not compare ctags, when listed, then they are not requested', async () => {
    const requests: string[] = [];
    at.proxy.misbehave(async ({ body }) => {
      requests.push(body.toString());
      return false;
    });
    const withCtags = await at.provider.calendars();
    expect(requests.splice(0).join()).toContain('getctag');
    const without = await at.provider.calendars({ ctags: false });
    expect(requests.join()).not.toContain('getctag');
    expect(without).toEqual(withCtags.map(({ ctag: _ctag, ...calendar }) => calendar));
  });

  it('given a server without ctags, when listed, then its sync tokens show which calendars changed (RFC 6578 §4)', async () => {
    at.proxy.misbehave(async ({ method, request }, response, forward) => {
      if (method !== 'PROPFIND') return false;
      delete request.headers['accept-encoding'];
      const answer = await forward();
      passOn(response, answer, Buffer.from(answer.body.toString().replaceAll('getctag', 'getnothing')));
      return true;
    });
    const ctags = async () => (await at.provider.calendars()).map(({ ctag }) => ctag);
    const before = await ctags();
    expect(before.every((one) => one !== undefined && one !== '')).toBe(true);
    expect(await ctags()).toEqual(before);
    const [calendar] = await at.provider.calendars();
    const at10 = { local: '2026-12-01T10:00:00', tzid: 'Europe/London' };
    const change = { summary: 'New', start: at10, end: { ...at10, local: '2026-12-01T11:00:00' } };
    await at.provider.upsert(calendar!, { uid: 'new@kalends', href: null }, { change, now: 0 });
    expect((await ctags())[0]).not.toBe(before[0]);
  });
});
