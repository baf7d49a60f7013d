import type { Requests } from '@kalends/provider-port/sync';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { egress, fixed, startGoogle, type SimulatedGoogle } from './google.fixture.js';
import { GoogleProvider } from './google-provider.js';

describe('requests to Google against the limits of our client', () => {
  let google: SimulatedGoogle;
  let admitted: number;
  let limited: (number | undefined)[];
  const requests: Requests = {
    admit: async () => void (admitted += 1),
    limited: (retryAfterMs) => void limited.push(retryAfterMs),
  };
  beforeEach(async () => {
    google = await startGoogle();
    [admitted, limited] = [0, []];
  });
  afterEach(() => google.close());

  const providerWith = (over: Partial<Requests> = {}, token = google.grant.access_token) =>
    new GoogleProvider({ egress, baseUrl: google.apiUrl, tokens: fixed(token), requests: { ...requests, ...over } });

  it.each([
    [403, 'rateLimitExceeded', [30_000]],
    [429, 'rateLimitExceeded', [30_000]],
    [403, 'quotaExceeded', [30_000]],
    [403, 'dailyLimitExceeded', [30_000]],
    [403, 'userRateLimitExceeded', []],
    [403, 'calendarUsageLimitsExceeded', []],
    [503, 'backendError', []],
    [400, 'rateLimitExceeded', []],
  ])('given %i %s, then it is known whether the client was limited', async (status, reason, expected) => {
    await google.control('faults', { path: 'calendarList', status, reason, retryAfter: 30 });
    await expect(providerWith().calendars()).rejects.toThrow();
    expect(limited).toEqual(expected);
  });

  it('given a token that is refused, then the request that is repeated counts, too', async () => {
    await expect(providerWith({}, 'wrong').calendars()).rejects.toThrow();
    expect(admitted).toBe(2);
  });

  it('given a request that is not admitted, then it is not sent, and no token is read for it', async () => {
    const before = await google.count('calendarList.list');
    await providerWith().calendars();
    expect(await google.count('calendarList.list')).toBe(before + 1);
    const admit = () => Promise.reject(new Error('not now'));
    await expect(providerWith({ admit }).calendars()).rejects.toThrow('not now');
    expect(await google.count('calendarList.list')).toBe(before + 1);
  });
});
