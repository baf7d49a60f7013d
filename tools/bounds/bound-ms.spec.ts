import { afterEach, expect, it, vi } from 'vitest';
import { boundMs } from './bound-ms.mjs';

afterEach(() => vi.unstubAllEnvs());

it.each([
  ['', Infinity],
  ['1', 200],
])('given KALENDS_NIGHTLY=%s, when a bound of 200 ms is asserted, then it is %d', (nightly, ms) => {
  vi.stubEnv('KALENDS_NIGHTLY', nightly);
  expect(boundMs(200)).toBe(ms);
});
