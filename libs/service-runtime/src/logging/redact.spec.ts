import { describe, expect, it } from 'vitest';
import { createLogger } from './logger.js';

/** What a line of the log has of the fields and the message. */
function logged(fields: unknown, message = 'logged'): string {
  const lines: string[] = [];
  const log = createLogger({ service: 'gateway', level: 'trace', write: (line) => lines.push(line) });
  if (fields instanceof Error) log.error(fields);
  else log.error(fields as object, message);
  expect(lines).toHaveLength(1);
  return lines[0]!;
}

/** Shaped like the tokens of Kalends and of providers; each is planted where its case names it. */
const secret = 'PLANTED4f9Kq2Zt7Lw1Xv8Rb3';
const jwt =
  'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJQTEFOVEVEIiwibmFtZSI6IlBMQU5URUQifQ.PLANTEDSflKxwRJSMeKKF2QT4fwpMeJf36';

/** Texts that a message, an error or a field may be. */
const texts: [what: string, text: string][] = [
  ['a redirect with a code', `302 to https://app.example.com/callback?code=${secret}&state=abc`],
  ['a redirect with a token in its fragment', `https://app.example.com/#access_token=${secret}&token_type=bearer`],
  ['a path with a query', `GET /oauth/authorize?response_type=code&link_token=${secret} failed`],
  ['a parameter of any name', `POST https://hooks.example.com/in?k=${secret}`],
  ['a parameter after a path with one of no value', `https://hooks.example.com/in?debug&k=${secret}`],
  ['a path that is a capability', `https://hooks.example.com/services/T00/B00/${secret}`],
  ['a path that is a capability, with a query', `https://hooks.example.com/in/${secret}?debug=1`],
  ['a password in an address', `connecting to postgresql://kalends:${secret}@db.example.com/kalends`],
  ['a user name that is a token', `cannot fetch https://${secret}@git.example.com/`],
  ['an Authorization header', `Authorization: Bearer ${secret}`],
  ['an Authorization header of another scheme', `authorization: Digest username="ada", response="${secret}"`],
  ['a header in JSON', `{"headers":{"authorization":"Basic ${secret}"}}`],
  ['a Cookie header', `cookie: a=1; __Host-browser=${secret}`],
  ['a Set-Cookie header', `Set-Cookie: sid=${secret}; Path=/; HttpOnly`],
  ['a channel token of a push notification', `X-Goog-Channel-Token: ${secret}`],
  ['the state of a subscription', `{"changeType":"updated","clientState":"${secret}"}`],
  ['a form body', `grant_type=refresh_token&refresh_token=${secret}&client_secret=${secret}`],
  ['a code in a form body', `grant_type=authorization_code&code=${secret}`],
  ['a JSON body', `400 from provider: {"error":"invalid_grant", "refresh_token": "${secret}"}`],
  ['a JSON body in a JSON text', JSON.stringify({ body: JSON.stringify({ access_token: secret }) })],
  ['an ID token', `the token ${jwt} has expired`],
  ['SMTP authentication', `C: AUTH PLAIN ${secret}`],
  ['SMTP authentication with OAuth', `AUTH XOAUTH2 ${secret}`],
  ['a setting', `ADMIN_KEY=${secret} ENCRYPTION_KEY=${secret}`],
  ['a reply address', `RCPT TO:<${secret}@invites.example.com>`],
  ['an XML password', `<password>${secret}</password>`],
];

/** Fields whose names mark them as secret, as programs and providers write them. */
const names = [
  ...['authorization', 'Proxy-Authorization', 'cookie', 'Set-Cookie', 'x-goog-channel-token', 'X-Api-Key', 'password'],
  ...[
    'client_secret',
    'clientSecret',
    'access_token',
    'accessToken',
    'refreshToken',
    'id_token',
    'link_token',
    'tokens',
  ],
  ...[
    'secrets',
    'passwords',
    'credentials',
    'code',
    'code_verifier',
    'codeVerifier',
    'device_code',
    'clientState',
    'pass',
  ],
  ...[
    'assertion',
    'client_assertion',
    'ADMIN_KEY',
    'encryptionKey',
    'private_key',
    'Cronofy-HMAC-SHA256',
    'passphrase',
  ],
  ...['webhook-signature', 'sessionid', 'developer_key'],
];

describe('no secret is in a log', () => {
  it.each(texts)(
    'given %s, when it is a message, a field, an error or its cause, then it is replaced',
    (_what, text) => {
      const deep = { request: [{ note: text }] };
      for (const line of [
        logged({}, text),
        logged({ detail: text }),
        logged(deep),
        logged(new Error(text)),
        logged({ err: new Error('outer', { cause: new Error(text) }) }),
        logged({ error: String(new Error(text)) }),
      ]) {
        expect(line).not.toContain('PLANTED');
        expect(line).toContain('[redacted]');
      }
    },
  );

  it.each(names)('given a field %s, when logged at any depth, then its value is replaced', (name) => {
    for (const value of [secret, [secret], { value: secret }]) {
      const line = logged({ [name]: value, inner: [{ [name]: value }] });
      expect(line).not.toContain('PLANTED');
    }
  });

  it.each([
    ['headers as pairs', { rawHeaders: ['Cookie', secret, 'X-Api-Key', secret, 'Accept', '*/*'] }],
    ['headers as pairs in lists', { headers: [['Authorization', secret]] }],
    ['parameters as pairs of name and value', { parameters: [{ name: 'client_secret', value: secret }] }],
    ['bytes', { body: Buffer.from(secret) }],
    ['a URL', { url: new URL(`https://example.com/?k=${secret}`) }],
    ['an error with its request', { err: Object.assign(new Error('refused'), { request: { body: secret } }) }],
    ['errors of several', { err: new AggregateError([new Error(`Bearer ${secret}`)], 'all failed') }],
  ])('given %s, when logged, then no secret is on the line', (_what, fields) => {
    const line = logged(fields);
    expect(line).not.toContain('PLANTED');
    expect(line).not.toContain(Buffer.from(secret).join(','));
  });

  it('given what is no secret, when logged, then it is readable', () => {
    const fields = {
      route: '/v1/calendars/:calendar_id/events',
      url: 'https://app.example.com/callbacks/kalends',
      origin: 'http://127.0.0.1:8080',
      calendar_id: 'cal_U3ZmM2Y5ZjE0NmQ4YmRhNzY',
      request_id: '0b6cbd5e-35c1-4d5f-9f0e-1f4a60d5c9b2',
      status_code: 410,
      failure: 'status: 410 is no success',
      code_name: 'ECONNREFUSED',
      token_endpoint: 'https://idp.example.com/token',
      order_key: 'invite_12',
      at: '2026-11-28T07:00:00.000Z',
      question: 'is it late? perhaps',
      reason: 'password authentication failed for user "kalends"',
    };
    expect(JSON.parse(logged(fields, 'callback.attempt_failed: redirect: redirects are not followed'))).toMatchObject({
      ...fields,
      msg: 'callback.attempt_failed: redirect: redirects are not followed',
    });
  });
});
