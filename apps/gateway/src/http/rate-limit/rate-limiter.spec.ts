import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boundMs } from '../../../../../tools/bounds/bound-ms.mjs';
import { openGatewayDatabase, type GatewayDatabase } from '../../read-model/gateway-database.fixture.js';
import { clientPart } from './failed-attempts.js';
import { takeLeases, type RequestedPeriod } from './lease.queries.js';
import { rateHeaders, tooManyRequests } from './rate-headers.js';
import { RateLimiter } from './rate-limiter.js';

let database: GatewayDatabase;
beforeAll(async () => void (database = await openGatewayDatabase()));
afterAll(() => database.stop());

/** A replica: its own limiter over the shared database; `takes` counts its writes. */
function replica() {
  const counted = { takes: 0 };
  const limiter = new RateLimiter({
    take: (clientId, requested) => {
      counted.takes++;
      return takeLeases(database.pool, clientId, requested);
    },
    monotonic: () => performance.now(),
  });
  return { limiter, counted };
}

/** Waits until well before the end of the database's minute, so that no count spans two. */
async function untilEarlyInMinute() {
  for (;;) {
    const { rows } = await database.pool.query<{ s: number }>(
      'SELECT extract(second FROM clock_timestamp())::float8 AS s',
    );
    if (rows[0]!.s < 50) return;
    await database.pool.query('SELECT pg_sleep(1)');
  }
}

describe('requests per application', () => {
  it.each([1, 2, 4])(
    'given %i replicas, when twice the limit is requested, then at most the limit is allowed, within a tenth',
    async (count) => {
      await untilEarlyInMinute();
      const replicas = Array.from({ length: count }, replica);
      const limits = { perSecond: 0, perMinute: 500 };
      let allowed = 0;
      for (let round = 0; round < 1_000 / count; round++) {
        const verdicts = await Promise.all(replicas.map(({ limiter }) => limiter.spend(`shared-${count}`, limits)));
        allowed += verdicts.filter((one) => one.allowed).length;
      }
      expect(allowed).toBeLessThanOrEqual(500);
      expect(allowed).toBeGreaterThanOrEqual(450);
      const takes = replicas.reduce((sum, { counted }) => sum + counted.takes, 0);
      // shares shrink with the remaining requests: far fewer writes than requests
      expect(takes).toBeLessThan(boundMs(1_000 / 5));
    },
  );

  it('given a limit that is used up, when requested again, then nothing is written, and the wait is returned', async () => {
    await untilEarlyInMinute();
    const { limiter, counted } = replica();
    const limits = { perSecond: 0, perMinute: 3 };
    const verdicts = [];
    for (let n = 0; n < 10; n++) verdicts.push(await limiter.spend('small', limits));
    expect(verdicts.map(({ allowed }) => allowed)).toEqual([true, true, true, ...Array<boolean>(7).fill(false)]);
    expect(counted.takes).toBeLessThanOrEqual(4);
    const refusal = tooManyRequests(verdicts.at(-1)!.periods, {});
    const { rows } = await database.pool.query<{ s: number }>(
      'SELECT extract(second FROM clock_timestamp())::float8 AS s',
    );
    expect(refusal.getStatus()).toBe(429);
    expect(Math.abs(Number(refusal.headers['Retry-After']) - (60 - rows[0]!.s))).toBeLessThan(3);
  });

  it('given a second and a minute, when both count, then the next second is free again', async () => {
    let now = 0;
    const shares = new Map<number, { no: number; taken: number }>();
    const take = async (_: string, requested: RequestedPeriod[]) =>
      requested.map(({ periodMs, limit }) => {
        const no = Math.floor(now / periodMs);
        const previous = shares.get(periodMs);
        const taken = previous?.no === no ? previous.taken : 0;
        const granted = Math.min(2, limit - taken);
        shares.set(periodMs, { no, taken: taken + granted });
        return { periodMs, granted, remaining: limit - taken - granted, msLeft: (no + 1) * periodMs - now };
      });
    const limiter = new RateLimiter({ take, monotonic: () => now });
    const spend = async (times: number) => {
      let allowed = 0;
      for (let n = 0; n < times; n++)
        if ((await limiter.spend('app', { perSecond: 5, perMinute: 12 })).allowed) allowed++;
      return allowed;
    };
    expect(await spend(9)).toBe(5);
    now = 1_000;
    expect(await spend(9)).toBe(5);
    now = 2_000;
    expect(await spend(9)).toBe(2);
    now = 3_000;
    expect(await spend(9)).toBe(0);
    now = 60_000;
    expect(await spend(9)).toBe(5);
  });

  it('given no limit, when requested, then nothing is counted', async () => {
    const { limiter, counted } = replica();
    expect(await limiter.spend('free', { perSecond: 0, perMinute: 0 })).toEqual({ allowed: true, periods: [] });
    expect(counted.takes).toBe(0);
  });

  it('given two applications, when one has used up its limit, then the other has its own', async () => {
    await untilEarlyInMinute();
    const { limiter } = replica();
    const limits = { perSecond: 0, perMinute: 1 };
    expect((await limiter.spend('one', limits)).allowed).toBe(true);
    expect((await limiter.spend('one', limits)).allowed).toBe(false);
    expect((await limiter.spend('two', limits)).allowed).toBe(true);
  });
});

describe('the headers of rate limits', () => {
  it('names policy and remaining requests as structured fields', () => {
    const periods = [
      { limit: 50, periodMs: 1_000, remaining: 49, resetMs: 400 },
      { limit: 500, periodMs: 60_000, remaining: 480, resetMs: 41_200 },
    ];
    expect(rateHeaders(periods)).toEqual({
      'RateLimit-Policy': '"second";q=50;w=1, "minute";q=500;w=60',
      RateLimit: '"second";r=49;t=1, "minute";r=480;t=42',
    });
    expect(rateHeaders([])).toEqual({});
  });

  it.each([
    ['192.0.2.7', '::ffff:192.0.2.7'],
    ['2001:db8:0:1::1', '2001:db8:0:1:ffff:ffff:ffff:ffff'],
  ])('given %s and %s, when compared, then they are one client', (one, other) =>
    expect(clientPart(one)).toBe(clientPart(other)),
  );
  it('given two networks, when compared, then they are two clients', () => {
    expect(clientPart('2001:db8:0:1::1')).not.toBe(clientPart('2001:db8:0:2::1'));
    expect(clientPart('192.0.2.7')).not.toBe(clientPart('192.0.2.8'));
  });
});
