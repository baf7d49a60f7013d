import { beforeEach, describe, expect, it } from 'vitest';
import { accountAt } from './caldav.fixture.js';

const start = 'https://caldav.icloud.com/';
const partition = 'https://p42-caldav.icloud.com';
const appSpecific = 'abcd-efgh-ijkl-mnop';

const multistatus = (...responses: [href: string, prop: string][]) => {
  const each = responses.map(
    ([href, prop]) =>
      `<response><href>${href}</href><propstat><prop>${prop}</prop><status>HTTP/1.1 200 OK</status></propstat></response>`,
  );
  return `<multistatus xmlns="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav">${each.join('')}</multistatus>`;
};
const calendar =
  '<displayname>Home</displayname><resourcetype><collection/><c:calendar/></resourcetype>' +
  '<c:supported-calendar-component-set><c:comp name="VEVENT"/></c:supported-calendar-component-set>';
const answers: Record<string, string> = {
  [`${start}`]: multistatus(['/', '<current-user-principal><href>/123/principal/</href></current-user-principal>']),
  [`${start}123/principal/`]: multistatus([
    '/123/principal/',
    `<c:calendar-home-set><href>${partition}:443/123/calendars/</href></c:calendar-home-set>`,
  ]),
  [`${partition}/123/calendars/`]: multistatus(['/123/calendars/home/', calendar]),
};

/**
 * iCloud as it responds: a user's data is on a numbered host, and the password of the Apple Account is not accepted.
 */
function icloud() {
  const requests: { method: string; url: string; signed: boolean }[] = [];
  let password: string | undefined = appSpecific;
  const fetch = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(String(input instanceof Request ? input.url : input)).href;
    const authorization = new Headers(init.headers).get('authorization');
    const expected = password && `Basic ${Buffer.from(`ada:${password}`).toString('base64')}`;
    requests.push({ method: init.method ?? 'GET', url, signed: authorization !== null });
    if (authorization !== expected) {
      const challenge = 'X-MobileMe-AuthToken realm="Newcastle", Basic realm="Newcastle"';
      return new Response('', { status: 401, headers: { 'www-authenticate': challenge } });
    }
    const xml = answers[url];
    if (xml === undefined) return new Response('', { status: 404 });
    return new Response(xml, { status: 207, headers: { 'content-type': 'text/xml' } });
  };
  return { requests, fetch: fetch as typeof globalThis.fetch, revoke: () => (password = undefined) };
}

describe('FC-43: iCloud', () => {
  let server: ReturnType<typeof icloud>;
  beforeEach(() => (server = icloud()));
  const account = (password: string) => accountAt(start, { password, providerName: 'apple', fetch: server.fetch });

  it('given a user whose data is on a numbered host, when listed, then credentials go there and the calendar is found', async () => {
    const [home, ...others] = await account(appSpecific).calendars();
    expect(others).toEqual([]);
    expect(home!.name).toBe('Home');
    expect(new URL(home!.href, partition).href).toBe(`${partition}/123/calendars/home/`);
    const there = server.requests.filter(({ url }) => url.startsWith(partition));
    expect(there.length).toBeGreaterThan(0);
    expect(there.every(({ signed }) => signed)).toBe(true);
  });

  it('given the password of the Apple Account, when tried, then one request is enough, and an app-specific one is requested', async () => {
    const tried = account('my ordinary password').calendars();
    await expect(tried).rejects.toMatchObject({ failure: 'authentication-failed' });
    await expect(tried).rejects.toThrow(/app-specific passwords.*account\.apple\.com/);
    expect(new Set(server.requests.map(({ method }) => method))).toEqual(new Set(['PROPFIND']));
  });

  it('given app-specific passwords revoked by a reset of the Apple Account, when listed, then authentication failed', async () => {
    const ada = account(appSpecific);
    await ada.calendars();
    server.revoke();
    await expect(ada.calendars()).rejects.toMatchObject({ failure: 'authentication-failed' });
  });
});
