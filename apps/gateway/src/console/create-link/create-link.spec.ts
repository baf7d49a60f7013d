import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publicUrl } from '../../gateway.fixture.js';
import { own, startConsole, type Created } from '../console.fixture.js';

describe('links that sign in to the console once', () => {
  let setup: Awaited<ReturnType<typeof startConsole>>;
  beforeAll(async () => (setup = await startConsole()));
  afterAll(() => setup.gateway.stop());

  const tokenOf = ({ url }: Created) => url.split('#sign-in=')[1]!;

  it('given a link, when used twice, then it signs in once', async () => {
    const made = await setup.create('/admin/v1/console_links', { role: 'operator' });
    expect(made.url).toMatch(`${publicUrl}/console#sign-in=`);
    expect((await setup.signIn({ link: tokenOf(made) })).body).toMatchObject({
      role: 'operator',
      actor: 'link by admin key',
    });
    expect((await setup.signIn({ link: tokenOf(made) })).status).toBe(401);
  });

  it('given a link for one account, then that account can be read, and nothing else', async () => {
    const other = (
      await setup.create(`/admin/v1/applications/${setup.clientId}/accounts`, { email: 'bob@example.com' })
    ).sub;
    const headers = await setup.signedIn({
      link: tokenOf(await setup.create('/admin/v1/console_links', { sub: setup.sub })),
    });
    const status = async (method: string, path: string) =>
      (await setup.gateway.call(method, path, { headers: { ...headers, ...own } })).status;
    for (const path of [`/admin/v1/accounts/${setup.sub}`, '/console/session'])
      expect([path, await status('GET', path)]).toEqual([path, 200]);
    for (const [method, path] of [
      ['GET', `/admin/v1/accounts/${other}`],
      ['GET', '/admin/v1/accounts'],
      ['GET', '/admin/v1/audit'],
      ['GET', '/admin/v1/status'],
      ['DELETE', `/admin/v1/accounts/${setup.sub}`],
    ] as const)
      expect([method, path, await status(method, path)]).toEqual([method, path, 403]);
  });

  it.each([
    ['viewer', 403, 403],
    ['operator', 404, 403],
    ['admin', 404, 201],
  ] as const)(
    'given the role %s, then ending a grant is %d and creating an application %d',
    async (role, ending, creating) => {
      const cookie = await setup.signedIn({ link: tokenOf(await setup.create('/admin/v1/console_links', { role })) });
      const headers = { ...cookie, ...own };
      const body = { name: 'Another', redirect_uris: ['https://a.example/cb'] };
      expect(
        (await setup.gateway.call('DELETE', `/admin/v1/accounts/${setup.sub}/grants/none`, { headers })).status,
      ).toBe(ending);
      expect((await setup.gateway.call('POST', '/admin/v1/applications', { headers, body })).status).toBe(creating);
    },
  );
});
