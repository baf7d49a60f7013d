import { describe, expect, it } from 'vitest';
import { sign } from '../../http/signed.js';
import { isPageNonce, pageNonce } from './nonce.js';

const [key, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const now = 1796115600000;
const hour = 3_600_000;
const of = (linkId: string, at: number) => ({ linkId, now: at });

describe('the nonce of a page (complaint 8: mail scanners follow links)', () => {
  const nonce = pageNonce(of('sch_a', now), key);

  it('given the page’s own, then it is valid for twelve hours', () => {
    expect(isPageNonce(nonce, of('sch_a', now), key)).toBe(true);
    expect(isPageNonce(nonce, of('sch_a', now + 12 * hour - 1), key)).toBe(true);
    expect(isPageNonce(nonce, of('sch_a', now + 12 * hour), key)).toBe(false);
    expect(isPageNonce(nonce, of('sch_a', now - 1), key)).toBe(false);
  });

  it.each([
    ['that of another link', pageNonce(of('sch_b', now), key)],
    ['one that is signed elsewhere', pageNonce(of('sch_a', now), other)],
    ['another value that is signed here', sign({ link: 'sch_a', at: now }, key)],
    ['null, signed here', sign(null, key)],
    ['none', ''],
    ['half of one', nonce.split('.')[0]!],
    ['a changed one', `${nonce}x`],
  ])('given %s, then it is not valid', (_, text) => expect(isPageNonce(text, of('sch_a', now), key)).toBe(false));
});
