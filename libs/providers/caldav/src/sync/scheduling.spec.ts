import { describe, expect, it } from 'vitest';
import { accountAt } from './caldav.fixture.js';

const origin = 'https://dav.example.com';
const answerOf = (href: string, prop: string) =>
  `<d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:response><d:href>${href}</d:href>
   <d:propstat><d:prop>${prop}</d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response></d:multistatus>`;

interface Announced {
  /** The DAV header of answers to PROPFIND. */
  always?: string;
  /** The one of OPTIONS; a number: that it fails with. */
  options?: string | number;
  /** Of the principal. */
  addresses?: string[];
}

/** A server with one user, ada, as far as discovery reads it. */
function server({ always, options = '', addresses = ['mailto:ada@example.com'] }: Announced) {
  const requests: string[] = [];
  const props = new Map([
    ['/', '<d:current-user-principal><d:href>/ada/</d:href></d:current-user-principal>'],
    [
      '/ada/',
      `<c:calendar-home-set><d:href>/home/</d:href></c:calendar-home-set><c:calendar-user-address-set>${addresses
        .map((address) => `<d:href>${address}</d:href>`)
        .join('')}</c:calendar-user-address-set>`,
    ],
  ]);
  const fetch = (async (input: string, { method }: RequestInit) => {
    const { pathname } = new URL(input);
    requests.push(`${method} ${pathname}`);
    if (method === 'OPTIONS') {
      const isFailing = typeof options === 'number';
      return new Response(null, { status: isFailing ? options : 200, headers: isFailing ? {} : { dav: options } });
    }
    const headers = { 'content-type': 'application/xml', ...(always === undefined ? {} : { dav: always }) };
    return new Response(answerOf(pathname, props.get(pathname) ?? ''), { status: 207, headers });
  }) as typeof globalThis.fetch;
  return { provider: accountAt(`${origin}/`, { fetch }), requests };
}

describe('whether a CalDAV server sends invitations (RFC 6638 §2)', () => {
  it.each<[string, Announced, boolean]>([
    ['says so in every answer', { always: '1, 3, calendar-access, calendar-auto-schedule' }, true],
    ['says so with OPTIONS', { always: '1, 3', options: '1, 3, calendar-access,calendar-auto-schedule' }, true],
    ['has the older calendar-schedule only', { options: '1, calendar-access, calendar-schedule' }, false],
    ['has a longer name', { options: '1, x-calendar-auto-schedule, calendar-auto-schedule-2' }, false],
    ['says nothing', {}, false],
    ['refuses OPTIONS', { options: 405 }, false],
    ['fails at OPTIONS', { options: 500 }, false],
    ['does not know the user’s address', { options: 'calendar-auto-schedule', addresses: ['/ada/'] }, false],
  ])('given one that %s, then %s', async (_what, announced, expected) => {
    expect(await server(announced).provider.sendsInvitations()).toBe(expected);
  });

  it('given several calls, then one OPTIONS is enough', async () => {
    const { provider, requests } = server({ options: 'calendar-auto-schedule' });
    for (let n = 0; n < 3; n++) await provider.sendsInvitations();
    expect(requests.filter((one) => one.startsWith('OPTIONS'))).toEqual(['OPTIONS /home/']);
  });
});
