import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminKey } from '../../gateway.fixture.js';
import { cookieOf, own, startConsole } from '../console.fixture.js';

describe('signing in to the console', () => {
  let setup: Awaited<ReturnType<typeof startConsole>>;
  beforeAll(async () => (setup = await startConsole()));
  afterAll(() => setup.gateway.stop());

  it('given the admin key, then a cookie that scripts cannot read and other sites do not send is the session (ADM-11)', async () => {
    const { status, headers, body } = await setup.signIn({ key: adminKey });
    expect([status, body]).toEqual([200, { actor: 'admin key', role: 'admin', only_account: null, developer: false }]);
    expect(headers.get('set-cookie')).toMatch(
      /^kalends_console=[\w-]+; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    const read = await setup.gateway.call('GET', '/admin/v1/accounts', { headers: { cookie: cookieOf(headers) } });
    expect(read.status).toBe(200);
  });

  it.each([
    ['a wrong key', { key: 'wrong' }, 401],
    ['a link that was never created', { link: 'x'.repeat(40) }, 401],
    ['neither', {}, 422],
    ['both', { key: adminKey, link: 'x' }, 422],
  ])('given %s, then it is refused and there is no cookie', async (_, body, status) => {
    const answer = await setup.signIn(body);
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([status, null]);
  });

  it('given a page of another origin, or none, then it cannot sign anybody in (CSRF)', async () => {
    expect((await setup.signIn({ key: adminKey }, { origin: 'https://evil.example' })).status).toBe(403);
    expect((await setup.signIn({ key: adminKey }, {})).status).toBe(403);
  });

  it('given a session, when a page of another origin changes something, then it is refused; a read is not', async () => {
    const headers = await setup.signedIn({ key: adminKey });
    const body = { name: 'Forged', redirect_uris: ['https://a.example/cb'] };
    const change = (more: Record<string, string>) =>
      setup.gateway.call('POST', '/admin/v1/applications', { body, headers: { ...headers, ...more } });
    expect((await change({ origin: 'https://evil.example' })).status).toBe(403);
    expect((await change({})).status).toBe(403);
    expect((await change(own)).status).toBe(201);
  });

  it('given a session, when signed out, then the cookie is worth nothing', async () => {
    const headers = await setup.signedIn({ key: adminKey });
    expect((await setup.gateway.call('DELETE', '/console/session', { headers: { ...headers, ...own } })).status).toBe(
      204,
    );
    expect((await setup.gateway.call('GET', '/admin/v1/accounts', { headers })).status).toBe(401);
  });

  it('given the cookie of a browser before signing in, then the session is another one (fixation)', async () => {
    const planted = `kalends_console=${'a'.repeat(40)}`;
    const { headers } = await setup.signIn({ key: adminKey }, { ...own, cookie: planted });
    expect(cookieOf(headers)).not.toBe(planted);
    expect((await setup.gateway.call('GET', '/admin/v1/accounts', { headers: { cookie: planted } })).status).toBe(401);
  });

  it('given a developer, then only its own applications are there; given a new key, then its sessions end', async () => {
    const developer = await setup.create('/admin/v1/developers', { name: 'Dev' });
    const headers = await setup.signedIn({ key: developer.key });
    expect((await setup.gateway.call('GET', '/admin/v1/accounts', { headers })).body).toEqual({
      accounts: [],
      next_after: null,
    });
    expect((await setup.gateway.call('GET', `/admin/v1/accounts/${setup.sub}`, { headers })).status).toBe(404);
    await setup.create(`/admin/v1/developers/${developer.developer_id}/key`, {});
    expect((await setup.gateway.call('GET', '/admin/v1/accounts', { headers })).status).toBe(401);
  });
});
