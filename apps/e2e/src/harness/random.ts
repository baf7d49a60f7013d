/** All randomness of a run, from one seed. */
export interface Random {
  /** [0, 1) */
  next(): number;
  /** A whole number from 0 to `below` - 1. */
  int(below: number): number;
  pick<T>(items: readonly T[]): T;
  /** True `share` of the time. */
  chance(share: number): boolean;
  /** Another stream, derived from this one. */
  fork(): Random;
}

/** mulberry32. */
export function randomOf(seed: number): Random {
  let state = seed | 0;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (below: number) => Math.floor(next() * below);
  return {
    next,
    int,
    pick: (items) => items[int(items.length)]!,
    chance: (share) => next() < share,
    fork: () => randomOf(int(2 ** 31)),
  };
}

/** Texts that have broken parsers, stores or clocks before. */
export const hostileTexts: readonly string[] = [
  '',
  ' ',
  '\0',
  '\ud800',
  '\u202e\u2066x',
  '\u{1f600}'.repeat(300),
  'x'.repeat(5_000),
  '%00',
  '%',
  '../../etc/passwd',
  "'; DROP TABLE account; --",
  '<script>alert(1)</script>',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'null',
  '-1',
  '1e309',
  '2026-02-30',
  '0000-01-01',
  '9999-12-31',
  '2026-12-31T23:59:60Z',
  '+275760-09-13T00:00:00Z',
  '2026-10-25T02:30:00',
  'Europe/Berlin',
  'Etc/GMT+14',
  '(UTC+07:00) Bangkok\\, Hanoi\\, Jakarta',
  'http://[::1%25lo]/',
  'data:,x',
  'javascript:alert(1)',
  'http://user:password@127.0.0.1:1/',
  'a@b',
  '"a b"@example.com',
  'a'.repeat(400) + '@example.com',
];

/** A text with some bytes changed, doubled, cut or repeated. */
export function mutate(random: Random, text: string): string {
  let result = text;
  for (let step = random.int(4); step >= 0; step -= 1) {
    const [from, length] = [random.int(result.length + 1), random.int(40)];
    const part = result.slice(from, from + length);
    const inserted = random.pick([
      '',
      part + part,
      part.repeat(random.int(200)),
      String.fromCharCode(random.int(256)),
      random.pick(hostileTexts),
    ]);
    result = result.slice(0, from) + inserted + result.slice(from + length);
  }
  return result.slice(0, 400_000);
}
