import { describe, expect, it } from 'vitest';
import { identityIn, personalTenant } from './microsoft-identity.js';

const segment = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const jwt = (claims: object) => `${segment({ alg: 'none' })}.${segment(claims)}.`;

const tid = '0b5c5a1e-7d4e-4d2c-9d2b-5f3a6a1c8e01';
const otherTid = '3f1d9c7a-2b6e-4b1f-8a55-0c9e7d6b4a02';
const oid = '7a9e2c4d-1b3f-4e5a-8c6d-9f0a1b2c3d03';
const authorityUrl = 'https://login.microsoftonline.com';
const now = Date.UTC(2026, 11, 1);
const expected = { authorityUrl, clientId: 'app', tenant: 'common', nonce: 'once', now };
const valid = {
  iss: `${authorityUrl}/${tid}/v2.0`,
  aud: 'app',
  exp: now / 1000 + 3600,
  nonce: 'once',
  tid,
  oid,
  email: 'ada@work.example',
  preferred_username: 'ada@work.example',
};
const at = (tenantId: string) => ({ tid: tenantId, iss: `${authorityUrl}/${tenantId}/v2.0` });
const check = (claims: object, more: Partial<typeof expected> = {}) =>
  identityIn(jwt({ ...valid, ...claims }), { ...expected, ...more });

describe('the identity in an ID token of Microsoft', () => {
  it.each<[string, object, Partial<typeof expected>, string]>([
    ['an issuer that is not Microsoft', { iss: `https://evil.example/${tid}/v2.0` }, {}, 'issuer'],
    ['an issuer of another tenant than tid', { iss: `${authorityUrl}/${otherTid}/v2.0` }, {}, 'issuer'],
    ['a token for another application', { aud: 'other' }, {}, 'audience'],
    ['a token of another request', { nonce: 'twice' }, {}, 'nonce'],
    ['no nonce', { nonce: undefined }, {}, 'unreadable'],
    ['an expired token', { exp: now / 1000 - 301 }, {}, 'expired'],
    ['another tenant than the configured one', at(otherTid), { tenant: tid }, 'tenant'],
    [
      'a personal account where organizations are configured',
      at(personalTenant),
      { tenant: 'organizations' },
      'tenant',
    ],
    ['a personal account where a domain is configured', at(personalTenant), { tenant: 'work.example' }, 'tenant'],
    ['a work account where consumers are configured', {}, { tenant: 'consumers' }, 'tenant'],
    ['no oid', { oid: undefined }, {}, 'unreadable'],
    ['an oid that is no id', { oid: '../ada' }, {}, 'unreadable'],
    ['no tid', { tid: undefined }, {}, 'unreadable'],
  ])('given %s, then it is refused', (_what, claims, more, reason) => {
    expect(check(claims, more)).toEqual({ outcome: 'refused', reason });
  });

  it.each([undefined, 7, '', 'a.b.c', `x.${segment([])}.`, `x.${'A'.repeat(70_000)}.`])(
    'given the token %.20j, then it is refused',
    (token) => expect(identityIn(token, expected)).toEqual({ outcome: 'refused', reason: 'unreadable' }),
  );

  it.each<[string, object, Partial<typeof expected>]>([
    ['a work account', {}, {}],
    ['a personal account', at(personalTenant), {}],
    ['the configured tenant', {}, { tenant: tid }],
    ['a personal account where consumers are configured', at(personalTenant), { tenant: 'consumers' }],
    ['a clock that is five minutes behind', { exp: now / 1000 - 299 }, {}],
  ])('given %s, then the person is tid and oid', (_what, claims, more) => {
    const proved = check(claims, more);
    expect(proved).toMatchObject({ outcome: 'proved', identity: { oid, shownName: 'ada@work.example' } });
  });

  it.each([
    [{ email: undefined }, 'ada@work.example'],
    [{ email: undefined, preferred_username: 'x'.repeat(400) }, oid],
    [{ email: { a: 1 }, preferred_username: undefined }, oid],
  ])('given %j, then it is shown as %s', (claims, shownName) => {
    expect(check(claims)).toMatchObject({ identity: { shownName } });
  });
});
