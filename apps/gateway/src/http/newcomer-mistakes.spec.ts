import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminKey } from '../gateway.fixture.js';
import { event, newcomer, redirectUri, secret, type Sent } from './newcomer.fixture.js';

const { start, stop, call, account, readOnly, ...send } = newcomer();
const { upsert, raw, read, token, authorize, newCode, usedCode, expiredToken, foreignPage, exchange } = send;
beforeAll(start);
afterAll(stop);

/** What a newcomer sends, the status, and what the answer advises. */
const mistakes: readonly (readonly [string, () => Sent | Promise<Sent>, number, RegExp])[] = [
  [
    'no credential',
    () => read('tzid=Etc/UTC', {}),
    401,
    /Authorization: Bearer.*access token, from POST \/oauth\/token/,
  ],
  [
    'a wrong scheme',
    () => read('tzid=Etc/UTC', { headers: { authorization: `Token ${account().token}` } }),
    401,
    /must be: Bearer, a space, the credential/,
  ],
  [
    'an API key as a token',
    () => read('tzid=Etc/UTC', { token: secret }),
    401,
    /is an API key.*takes a user's access token/,
  ],
  [
    'an API key as a token to write',
    () => ['POST', '/v1/batch', { token: secret }],
    401,
    /is an API key.*access token/,
  ],
  [
    'a token as an API key',
    () => ['GET', '/v1/smart_invites', { token: account().token }],
    401,
    /is a user's access token.*takes an API key/,
  ],
  [
    'a client_id as an API key',
    () => ['POST', '/v1/availability', { token: 'app' }],
    401,
    /is a client_id.*takes an API key/,
  ],
  [
    'an API key to administer',
    () => ['GET', '/admin/v1/applications', { token: secret }],
    401,
    /API key.*takes the deployment's admin key/,
  ],
  [
    'the admin key as a token',
    () => ['GET', '/v1/calendars', { token: adminKey }],
    401,
    /admin key.*takes a user's access token/,
  ],
  [
    'a code as a token',
    async () => ['GET', '/v1/calendars', { token: await newCode() }],
    401,
    /authorization code: exchange it/,
  ],
  [
    'an expired token',
    async () => ['GET', '/v1/events?tzid=Etc/UTC', { token: await expiredToken() }],
    401,
    /has expired: refresh it at POST \/oauth\/token/,
  ],
  ['no tzid', () => read(''), 422, /"errors.required","description":"tzid must be specified"/],
  ['an unknown tzid', () => read('tzid=Berlin'), 422, /such as Europe\/Berlin/],
  [
    'a date with time where it has no offset',
    () => read('tzid=Etc/UTC&from=2026-11-20T15:00:00'),
    422,
    /with Z or an offset \(2026-11-20T15:00:00Z\)/,
  ],
  ['a date in another form', () => read('tzid=Etc/UTC&from=20.11.2026'), 422, /date \(2026-11-20\)/],
  ['from and to reversed', () => read('tzid=Etc/UTC&from=2026-12-02&to=2026-12-01'), 422, /to is before from/],
  ['a misspelt parameter', () => read('tzid=Etc/UTC&only_manged=true'), 422, /did you mean only_managed/],
  [
    'a page of somebody else',
    async () => ['GET', await foreignPage(), { token: account().token }],
    404,
    /begin again with the first page/,
  ],
  [
    'PUT instead of POST',
    () => ['PUT', `/v1/calendars/${account().calendarId}/events`, { token: account().token, body: event }],
    405,
    /send POST or DELETE/,
  ],
  ['/v1/event', () => ['GET', '/v1/event', { token: account().token }], 404, /\/openapi\.json lists all/],
  ['no version in the address', () => ['GET', '/events', { token: account().token }], 404, /begin with \/v1\//],
  [
    'a call that is not offered',
    () => ['POST', '/v1/attachments', { token: secret, body: {} }],
    501,
    /does not offer POST \/v1\/attachments; see http/,
  ],
  [
    'a local time without a zone',
    () => upsert({ start: '2026-12-01T10:00:00' }),
    422,
    /a time without an offset requires tzid/,
  ],
  [
    'a time for one end and a date for the other',
    () => upsert({ end: '2026-12-01' }),
    422,
    /both be dates or both be times/,
  ],
  ['an end before the start', () => upsert({ end: '2026-12-01T09:00:00Z' }), 422, /end must not be before start/],
  ['no event_id', () => upsert({ event_id: undefined }), 422, /event_id must be specified/],
  [
    'nothing at all',
    () => ['POST', `/v1/calendars/${account().calendarId}/events`, { token: account().token }],
    422,
    /event_id must.*summary must.*start must.*end must/,
  ],
  ['attendees as a list', () => upsert({ attendees: [{ email: 'a@b.example' }] }), 422, /attendees must be an object/],
  [
    'a misspelt rule',
    () => upsert({ recurrence: { rules: [{ frequency: 'daily', intervall: 2 }] } }),
    422,
    /rules\[0\]\.intervall is not a member/,
  ],
  [
    'a wrong calendar id',
    () => ['POST', '/v1/calendars/primary/events', { token: account().token, body: event }],
    404,
    /GET \/v1\/calendars lists/,
  ],
  [
    'a read-only calendar',
    () => ['POST', `/v1/calendars/${readOnly()}/events`, { token: account().token, body: event }],
    403,
    /read-only: choose one/,
  ],
  [
    'a scope that was not granted',
    () => ['POST', '/v1/calendars', { token: account().token, body: {} }],
    403,
    /not granted create_calendar: request it/,
  ],
  [
    'a form without what is needed',
    () => [
      'POST',
      `/v1/calendars/${account().calendarId}/events`,
      { token: account().token, body: new URLSearchParams({ title: 'x' }) },
    ],
    422,
    /summary must be specified/,
  ],
  [
    'a body that is too large',
    () => upsert({ description: 'x'.repeat(600_000) }),
    413,
    /larger than 512 kB: send it in parts/,
  ],
  [
    'XML',
    () => ['POST', '/v1/batch', { token: account().token, headers: { 'content-type': 'text/xml' }, body: {} }],
    415,
    /Content-Type: application\/json/,
  ],
  [
    'an unknown client',
    () => token({ client_id: 'nobody', grant_type: 'refresh_token' }),
    400,
    /client_id is not known/,
  ],
  [
    'client_id and client_secret exchanged',
    () => token({ client_id: secret, grant_type: 'refresh_token' }),
    400,
    /client_id is not known.*What was sent is an API key/,
  ],
  [
    'a wrong secret',
    () => token({ client_secret: 'KAL_wrong', grant_type: 'refresh_token' }),
    400,
    /client_secret is not one of/,
  ],
  [
    'a token as the secret',
    () => token({ client_secret: account().token, token: 'x' }, '/oauth/token/revoke'),
    400,
    /client_secret.*is a user's access token/,
  ],
  [
    'no secret',
    () => token({ client_secret: undefined, grant_type: 'refresh_token' }),
    400,
    /client_secret is missing/,
  ],
  ['no grant_type', () => token({}), 400, /grant_type is missing/],
  [
    'another grant_type',
    () => token({ grant_type: 'client_credentials' }),
    400,
    /grant_type must be authorization_code or refresh_token/,
  ],
  ['no code', () => exchange({}), 400, /code is missing/],
  [
    'another redirect_uri for the code',
    async () => exchange({ code: await newCode(), redirect_uri: `${redirectUri}/` }),
    400,
    /redirect_uri is not the one/,
  ],
  ['a code twice', async () => exchange({ code: await usedCode() }), 400, /code was used before/],
  [
    'an old code',
    async () => exchange({ code: await newCode({ expired: true }) }),
    400,
    /code has expired: start again/,
  ],
  [
    'an unknown refresh token',
    () => token({ grant_type: 'refresh_token', refresh_token: 'x' }),
    400,
    /refresh_token is unknown/,
  ],
  [
    'another redirect_uri',
    () => authorize({ redirect_uri: `${redirectUri}/` }),
    400,
    /redirect_uri is not one of those registered/,
  ],
  ['an unknown application', () => authorize({ client_id: 'nobody' }), 400, /client_id is missing or not known/],
  [
    'an unknown scope',
    () => authorize({ scope: 'read_event' }),
    302,
    /error=invalid_scope.*read_event%3B|error=invalid_scope.*read_event;/,
  ],
  ['no response_type', () => authorize({ response_type: '' }), 302, /response_type\+is\+missing/],
];

const rawMistakes: readonly (readonly [string, string | Buffer, Record<string, string>, number, RegExp])[] = [
  ['a comma too many', '{"event_id": "e",}', {}, 400, /a comma before } or ] is not allowed/],
  ['single quotes', "{'event_id': 'e'}", {}, 400, /double quotes/],
  ['a body that is cut off', '{"event_id": "e"', {}, 400, /cut off/],
  ['a form that says it is JSON', 'event_id=e&summary=s', {}, 400, /form-encoded, but Content-Type is JSON/],
  ['a compressed body', gzipSync('{}'), { 'content-encoding': 'gzip' }, 400, /compressed: send it as it is/],
];

describe('the typical mistakes of a newcomer (HTTP-20)', () => {
  it.each(mistakes)('given %s, when sent, then the answer states what to do', async (_what, request, status, says) => {
    const answer = await call(...(await request()));
    const said = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body);
    expect(`${said} ${answer.headers.get('location') ?? ''}`).toMatch(says);
    expect([answer.status, answer.headers.get('x-request-id')]).toEqual([
      status,
      expect.stringMatching(/^[0-9a-f-]{36}$/),
    ]);
  });

  it.each(rawMistakes)(
    'given %s, when sent, then the answer states what to do',
    async (_what, body, headers, status, says) => {
      const answer = await raw(body, headers);
      expect([answer.status, JSON.stringify(answer.body)]).toEqual([status, expect.stringMatching(says)]);
    },
  );
});
