import { describe, expect, it } from 'vitest';
import { boundMs } from '../../../../tools/bounds/bound-ms.mjs';
import { Malformed } from './read-json.js';
import { readForm } from './read-form.js';

describe('a form-encoded body', () => {
  it('given members of members and lists, then they are what they are in JSON (HTTP-2)', () => {
    expect(readForm('location%5Bdescription%5D=Room+1&a[b][]=c&a[b][]=d&e=f')).toEqual({
      location: { description: 'Room 1' },
      a: { b: ['c', 'd'] },
      e: 'f',
    });
    expect(readForm('people[0][email]=a@b.c&people[0][name]=A&people[1][email]=d@e.f')).toEqual({
      people: [{ email: 'a@b.c', name: 'A' }, { email: 'd@e.f' }],
    });
    expect([readForm(''), readForm('name=1&name=2&none=')]).toEqual([{}, { name: ['1', '2'], none: '' }]);
  });

  it('given names of what every object has, then they do not become members of others', () => {
    readForm('__proto__[polluted]=1&constructor[prototype][polluted]=1');
    expect('polluted' in {}).toBe(false);
    expect(readForm('constructor=1&toString[valueOf]=2')).toEqual({ constructor: '1', toString: { valueOf: '2' } });
  });

  it.each([
    ['more than 1,000 members', Array.from({ length: 1_001 }, (_, index) => `a${index}=1`).join('&')],
    ['more than 10 levels', `a${'[b]'.repeat(11)}=1`],
    ['a list of more than 1,000', Array.from({ length: 1_001 }, () => 'a[]=1').join('&')],
  ])('given %s, then it is refused, and soon', (_what, text) => {
    const before = performance.now();
    expect(() => readForm(text)).toThrow(Malformed);
    expect(performance.now() - before).toBeLessThan(boundMs(200));
  });

  it('given 512 kB of brackets, then reading takes no longer than a moment', () => {
    const before = performance.now();
    try {
      readForm(`${'['.repeat(500_000)}=1`);
    } catch (error) {
      expect(error).toBeInstanceOf(Malformed);
    }
    expect(performance.now() - before).toBeLessThan(boundMs(200));
  });
});
