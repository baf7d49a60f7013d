import { describe, expect, it } from 'vitest';
import { call, e2e } from './harness/kalends.js';

interface Page {
  pages: { current: number; total: number; next_page?: string };
  callbacks: { callback_id: string; status: string }[];
}

e2e('the callbacks of an application', (kalends) => {
  const asApplication = async () => {
    const application = await kalends().application();
    const send = <Body = Record<string, unknown>>(method: string, path: string, body?: unknown) =>
      call<Body>(method, kalends().url(path), { token: application.client_secret, body });
    return { application, send };
  };

  it('given no callbacks yet, when listed, then there is one empty page, for the operator too', async () => {
    const { application, send } = await asApplication();
    const listed = await send<Page>('GET', '/v1/callbacks');
    const byOperator = await kalends().admin<Page>('GET', `/applications/${application.client_id}/callbacks`);
    const empty = { pages: { current: 1, total: 1 }, total_callbacks: 0, callbacks: [] };
    expect([listed.status, listed.body]).toEqual([200, empty]);
    expect([byOperator.status, byOperator.body]).toEqual([200, empty]);
    expect((await send('GET', '/v1/callback_endpoints')).body).toEqual({ callback_endpoints: [] });
  });

  it('given an invalid filter or no URL, when called, then each invalid field is named', async () => {
    const { send } = await asApplication();
    const listed = await send<{ errors: object }>('GET', '/v1/callbacks?status=lost');
    const enabled = await send<{ errors: object }>('POST', '/v1/callback_endpoints/enable', { url: 'nonsense' });
    expect([listed.status, Object.keys(listed.body.errors)]).toEqual([422, ['status']]);
    expect([enabled.status, Object.keys(enabled.body.errors)]).toEqual([422, ['url']]);
  });

  it('given something that does not exist, when replayed, enabled or paged to, then it is 404', async () => {
    const { send } = await asApplication();
    const { body: developer } = await kalends().admin<{ key: string }>('POST', '/developers', { name: 'Dev' });
    const foreign = await kalends().application();
    const statuses = await Promise.all([
      send('POST', '/v1/callbacks/cbk_none/replay'),
      send('POST', '/v1/callback_endpoints/enable', { url: 'https://example.com/none' }),
      send('GET', '/v1/callbacks/pages/nonsense'),
      kalends().admin('GET', '/applications/none/callbacks'),
      call('GET', kalends().url(`/admin/v1/applications/${foreign.client_id}/callbacks`), { token: developer.key }),
    ]);
    expect(statuses.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  });

  describe('without the right key', () => {
    it.each([
      ['GET', '/v1/callbacks'],
      ['POST', '/v1/callbacks/cbk_1/replay'],
      ['GET', '/v1/callback_endpoints'],
      ['POST', '/v1/callback_endpoints/enable'],
    ])('given %s %s, when called without a key or with a user’s token, then it is 401', async (method, path) => {
      const user = await kalends().user();
      const without = await call(method, kalends().url(path));
      const withToken = await call(method, kalends().url(path), { token: user.access_token });
      expect([without.status, withToken.status]).toEqual([401, 401]);
      expect(without.headers.has('www-authenticate')).toBe(true);
    });
  });
});
