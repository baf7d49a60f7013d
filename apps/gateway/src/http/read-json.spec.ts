import { describe, expect, it } from 'vitest';
import { Malformed, readJson } from './read-json.js';

const list = (entries: number) => `[${Array.from({ length: entries }, () => '0').join()}]`;

describe('a JSON body', () => {
  it('given as many values as allowed, however nested, then it is read; given one more, then it is refused', () => {
    expect(readJson(list(50_000))).toHaveLength(50_000);
    expect(() => readJson(list(50_001))).toThrow(Malformed);
    expect(() => readJson(`{"a":${list(25_001)},"b":[${list(25_001)}]}`)).toThrow(/50000 members/);
  });

  it('given commas, brackets and quotes in texts, then they are not values', () => {
    const text = `${',[{'.repeat(100_000)}\\\\" \\"`;
    expect(readJson(JSON.stringify({ text }))).toEqual({ text });
  });
});
