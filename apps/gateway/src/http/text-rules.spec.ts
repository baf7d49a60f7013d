import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maxDepth, unfitRefusal, textProblems } from './text-rules.js';

const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));

describe('texts of a request', () => {
  it.each([
    ['a member', { sub: 'a\0b' }, ['sub']],
    ['an item', { members: [{ sub: 'fine' }, { sub: '\ud800' }] }, ['members[1].sub']],
    ['a name', { event: { 'a\0': 1 } }, ['event']],
    ['several', { a: '\0', b: { c: '\udc00x' } }, ['a', 'b.c']],
    ['a whole body', '\0', ['']],
    ['none: a pair, other control characters', { a: '\u{1f600}\u0001' }, []],
  ])('given U+0000 or half a pair in %s, when checked, then its path is named (HTTP-13)', (_where, input, paths) => {
    expect(textProblems(input)).toEqual({ paths, tooDeep: false });
  });

  it('given any JSON value, when checked, then exactly what PostgreSQL refuses is found', () => {
    // oracle: JSON.stringify writes both as escapes, RFC 8259 §7, and no other character this way
    const refused = (value: unknown) => /(?<!\\)(\\\\)*\\u(0000|d[89a-f])/.test(JSON.stringify(value));
    const texts = fc.string({ unit: fc.constantFrom('a', '\0', '\ud800', '\udc00', '\u{1f600}', '\\', 'u0000') });
    const property = fc.property(fc.jsonValue(), texts, (value, text) => {
      const input = [value, { [`k${text}`]: text }];
      expect(textProblems(input).paths.length > 0).toBe(refused(input));
    });
    fc.assert(property, { numRuns: 500 });
  });

  it('given a body of the maximum depth and a deeper one, when checked, then only the deeper is too deep', () => {
    expect(textProblems(nested(maxDepth)).tooDeep).toBe(false);
    expect(textProblems(nested(maxDepth + 1)).tooDeep).toBe(true);
    expect(textProblems(nested(250_000)).tooDeep).toBe(true);
  });

  it.each([
    ['/v1/holds', 422, { errors: { hold_id: [{ key: 'errors.invalid', description: expect.any(String) }] } }],
    ['/oauth/token', 400, { error: 'invalid_request', error_description: expect.stringContaining('hold_id') }],
    ['/oauth/authorize', 400, { error: 'bad_request', description: expect.stringContaining('hold_id') }],
  ])('given %s, when refused, then in the shape of its errors', (route, status, body) => {
    const refusal = unfitRefusal({ routeOptions: { url: route }, params: {}, query: {}, body: { hold_id: '\0' } });
    expect(refusal?.getStatus()).toBe(status);
    expect(refusal?.getResponse()).toEqual(body);
  });
});
