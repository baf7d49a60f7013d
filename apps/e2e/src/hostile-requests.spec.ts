import { describe, expect, it } from 'vitest';
import { call, e2e, type Account, type Application, type Kalends } from './harness/kalends.js';
import { Browser } from './harness/form-browser.js';

interface Operation {
  operationId: string;
  responses: Record<string, unknown>;
  security?: Record<string, unknown>[];
  parameters?: { name: string; in: string }[];
}

interface Named extends Operation {
  method: string;
  path: string;
}

const nul = '\0';
const halfPair = '\\ud800';

/** Every operation of the document, with its address filled in. */
async function operationsOf(kalends: Kalends): Promise<Named[]> {
  type Document = { paths: Record<string, Record<string, Operation>> };
  const { paths } = await kalends.documents<Document>();
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  );
}

function tokenFor({ security }: Named, kalends: Kalends, user: Account & { application: Application }) {
  const kinds = (security ?? []).flatMap((one) => Object.keys(one));
  if (kinds.includes('access-token')) return user.access_token;
  if (kinds.includes('api-key')) return user.application.client_secret;
  return kinds.includes('admin-key') ? kalends.deployment.adminKey : undefined;
}

const hostileBodies: [what: string, raw: string, type: string][] = [
  ['U+0000 in a member', JSON.stringify({ sub: `a${nul}b`, client_id: nul }), 'application/json'],
  ['half a surrogate pair in a member', `{"sub":"${halfPair}","client_id":"${halfPair}"}`, 'application/json'],
  ['U+0000 in a form', 'sub=a%00b&client_id=%00', 'application/x-www-form-urlencoded'],
  ['a body that is nested 100,000 deep', `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 'application/json'],
  ['no JSON', '{"a": ', 'application/json'],
  ['an unknown Content-Type', 'a', 'text/plain'],
];

e2e('hostile requests', (kalends) => {
  it.each(hostileBodies)(
    'given %s, when sent to every operation, then each answers a 4xx that its document names',
    async (_what, raw, type) => {
      const user = await kalends().user();
      const wrong: string[] = [];
      for (const operation of await operationsOf(kalends())) {
        if (operation.method === 'GET') continue;
        const url = kalends().url(operation.path.replaceAll(/\{\w+\}/g, 'x'));
        const { status, text } = await call(operation.method, url, {
          token: tokenFor(operation, kalends(), user),
          raw,
          type,
        });
        const isNamed = String(status) in operation.responses;
        if (status < 400 || status >= 500 || !isNamed)
          wrong.push(`${operation.method} ${operation.path}: ${status} ${text.slice(0, 120)}`);
      }
      expect(wrong).toEqual([]);
    },
  );

  it.each(['?a=%00', '?a=x%00&tzid=%00', '%00'])(
    'given %s in the address, when sent to every GET, then each answers a 4xx that its document names',
    async (suffix) => {
      const user = await kalends().user();
      const wrong: string[] = [];
      for (const operation of await operationsOf(kalends())) {
        if (operation.method !== 'GET') continue;
        const url = kalends().url(operation.path.replaceAll(/\{\w+\}/g, 'x') + suffix);
        const { status } = await call('GET', url, { token: tokenFor(operation, kalends(), user) });
        if (status !== 400 || !('400' in operation.responses)) wrong.push(`${operation.path}: ${status}`);
      }
      expect(wrong).toEqual([]);
    },
  );

  describe('addresses of CalDAV servers', () => {
    const addresses = ['not a url', 'data:,x', 'javascript:alert(1)', 'http://[::1%25lo]/', 'file:///etc/passwd'];
    it.each(addresses)('given %s, when connected by the admin API, then 422 names url', async (url) => {
      const { sub } = await kalends().user();
      const body = { provider_name: 'caldav', url, username: 'ada', password: 'secret' };
      const answer = await kalends().admin<{ errors: object }>('POST', `/accounts/${sub}/profiles`, body);
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['url']]);
    });

    it.each(addresses)('given %s, when entered in the journey, then the form is shown again with 422', async (url) => {
      const { client_id, redirect_uris } = await kalends().application();
      const browser = new Browser(kalends().deployment.baseUrl);
      const query = new URLSearchParams({ response_type: 'code', client_id, redirect_uri: redirect_uris[0]!, scope: 'read_write' }); // prettier-ignore
      await browser.open(`/oauth/authorize?${query.toString()}`);
      await browser.choose('caldav');
      await browser.submit({ url, username: 'ada', password: 'secret' }, 'Connect');
      expect(browser.status).toBe(422);
    });
  });
});
