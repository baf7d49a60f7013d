import { describe, expect, it } from 'vitest';
import { misspeltMembers } from './misspelt.js';

const known = ['summary', 'description', 'start', 'end', 'tzid'];

describe('members that are almost those of the call (HTTP-21)', () => {
  it('given a slip, another case or other separators, then the one that was meant is named, unless it is given too', () => {
    const input = { sumary: 1, Description: 1, 't-zid': 1, strat: 1, summaries: 1, ed: 1 };
    expect(Object.keys(misspeltMembers(input, known)).sort()).toEqual(['Description', 'strat', 'sumary', 't-zid']);
    expect(misspeltMembers({ sumary: 1, summary: 1 }, known)).toEqual({});
  });

  it('given tens of thousands of unknown members, then the known ones are looked up once, and 50 are named', () => {
    const names = Array.from({ length: 40_000 }, (_, n) => `member_${n}`);
    const slips = Array.from({ length: 200 }, (_, n) => `summar${String.fromCodePoint(0x4e00 + n)}`);
    let lookups = 0;
    const handler = {
      getOwnPropertyDescriptor: (target: object, name: string) => {
        lookups += 1;
        return Reflect.getOwnPropertyDescriptor(target, name);
      },
    };
    const input = new Proxy(Object.fromEntries([...names, ...slips].map((name) => [name, 1])), handler as never);
    expect(Object.keys(misspeltMembers(input, known))).toHaveLength(50);
    // one of each member by Object.keys, one of each known one
    expect(lookups).toBeLessThanOrEqual(names.length + slips.length + known.length);
  });
});
