import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { BoundedLimiter } from './bounded-limiter.js';
import { attemptsPerMinute, clientPart, FailedAttempts } from './failed-attempts.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function heapUsed(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

describe('a limiter for arbitrary keys', () => {
  it('given the maximum for one key, when there is one more, then it must wait; another key need not', async () => {
    const limiter = new BoundedLimiter({ points: 2, duration: 60 });
    expect([await limiter.count('a'), await limiter.wait('a')]).toEqual([null, null]);
    expect(await limiter.count('a')).toBeNull();
    expect(await limiter.wait('a')).toBeGreaterThan(0);
    expect(await limiter.count('a')).toBeLessThanOrEqual(60);
    expect(await limiter.wait('b')).toBeNull();
  });

  it('given more keys than it counts, and long ones, then its size stays within the bound', async () => {
    const limiter = new BoundedLimiter({ points: 1, duration: 60, maxKeys: 100 });
    const before = heapUsed();
    for (let n = 0; n < 716; n += 1) await limiter.count(`${n}${'x'.repeat(500_000)}`);
    expect(limiter.size).toBe(100);
    expect(heapUsed() - before).toBeLessThan(5 * 1_048_576);
    expect([await limiter.wait(`715${'x'.repeat(500_000)}`), await limiter.wait(`0${'x'.repeat(500_000)}`)]).toEqual([
      expect.any(Number),
      null,
    ]);
  });

  it('given a key in use, when others arrive, then it is not the one that is evicted', async () => {
    const limiter = new BoundedLimiter({ points: 1, duration: 60, maxKeys: 10 });
    for (let n = 0; n < 50; n += 1) {
      await limiter.count('guesser');
      await limiter.count(`other ${n}`);
    }
    expect(await limiter.wait('guesser')).toBeGreaterThan(0);
  });
});

describe('wrong secrets', () => {
  const address = (n: number) => `192.0.2.${n}`;

  it('given many from one address, then it must wait for every target; another address need not', async () => {
    const attempts = new FailedAttempts();
    for (let n = 0; n < attemptsPerMinute; n += 1) await attempts.wrongSecret({ kind: 'token', address: address(1) });
    await expect(attempts.wrongSecret({ kind: 'token', address: address(1) })).rejects.toMatchObject({ status: 429 });
    await attempts.wrongSecret({ kind: 'token', address: address(2) });
    await attempts.wrongSecret({ kind: 'admin', address: address(1) });
  });

  it('given many for one client from many addresses, then wrong ones for it must wait wherever they come from', async () => {
    const attempts = new FailedAttempts();
    const wrong = (n: number, target: string) => attempts.wrongSecret({ kind: 'token', address: address(n), target });
    for (let n = 0; n < attemptsPerMinute; n += 1) await wrong(n, 'app');
    await expect(wrong(200, 'app')).rejects.toMatchObject({ status: 429 });
    await wrong(200, 'other');
  });

  it.each([
    ['192.0.2.7', '::ffff:192.0.2.7'],
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9'],
  ])('given %s and %s, then they are one client', (one, other) => expect(clientPart(one)).toBe(clientPart(other)));
});
