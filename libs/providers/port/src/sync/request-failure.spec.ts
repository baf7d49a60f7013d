import { describe, expect, it } from 'vitest';
import { requestFailure } from './request-failure.js';

const failedWith = (code: string) =>
  requestFailure(new TypeError('fetch failed', { cause: Object.assign(new Error('of TLS'), { code }) }), 'dav.example');

describe('a request without a response', () => {
  it.each([
    ['CERT_HAS_EXPIRED', 'The certificate of dav.example has expired.'],
    ['CERT_NOT_YET_VALID', 'The certificate of dav.example is not valid yet.'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'The certificate of dav.example is for another server.'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'The certificate of dav.example is not from an authority that is trusted here.'],
    [
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      'The certificate of dav.example is not from an authority that is trusted here.',
    ],
    ['ECONNREFUSED', 'dav.example cannot be reached.'],
    ['constructor', 'dav.example cannot be reached.'],
  ])('given %s, then it means: %s', (code, message) => {
    expect(failedWith(code)).toMatchObject({ failure: 'unavailable', message });
  });

  it('given no answer in time, then it is about time', () => {
    const error = Object.assign(new Error(), { name: 'TimeoutError' });
    expect(requestFailure(error, 'dav.example').message).toBe('dav.example did not answer in time.');
  });
});
