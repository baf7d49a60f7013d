import { testClock } from '@kalends/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publicUrl, startTestGateway, type TestGateway } from '../../gateway.fixture.js';
import { newAccountWithCalendar } from '../../read-model/gateway-database.fixture.js';
import { Visitor } from '../journey/visitor.fixture.js';

const minute = 60_000;

describe('a link to the connections of a user (AUTH-16)', () => {
  const clock = testClock();
  let gateway: TestGateway;
  beforeAll(async () => (gateway = await startTestGateway({ now: clock.now })));
  afterAll(() => gateway.stop());

  const linkOf = async (token: string) => {
    const { status, body } = await gateway.call('POST', '/v1/connections_links', { token });
    expect(status).toBe(200);
    return (body as { url: string }).url;
  };
  const isAlive = async (token: string) => (await gateway.call('GET', '/v1/userinfo', { token })).status === 200;
  const formOn = (page: string) => ({ token: Visitor.hidden(page, 'token') });

  it('given an application, then its user sees the account in any browser, and revokes it there; the page states what happened', async () => {
    const [account, other] = [
      await newAccountWithCalendar(gateway.database.pool),
      await newAccountWithCalendar(gateway.database.pool),
    ];
    const url = await linkOf(account.token);
    expect(url.startsWith(`${publicUrl}/connected-applications/open?link=`)).toBe(true);
    const visitor = new Visitor(gateway.url);
    const opened = await visitor.open(url);
    expect(opened.status).toBe(303);
    const { page } = await visitor.open(opened.location);
    expect([page.includes(account.accountId), page.includes(other.accountId)]).toEqual([true, false]);
    const revoked = await visitor.open('/connected-applications/revoke', formOn(page));
    expect((await visitor.open(revoked.location)).page).toContain('Spec no longer has access');
    expect([await isAlive(account.token), await isAlive(other.token)]).toEqual([false, true]);
    expect((await visitor.open('/connected-applications/revoke', formOn(page))).status).toBe(404);
  });

  it('given a browser that has opened it, then it is not linked to the account, and a quarter of an hour later it sees nothing', async () => {
    const { token, accountId } = await newAccountWithCalendar(gateway.database.pool);
    const visitor = new Visitor(gateway.url);
    const { location } = await visitor.open(await linkOf(token));
    const { page } = await visitor.open(location);
    expect((await visitor.open('/connected-applications')).page).not.toContain(accountId);
    clock.advance(15 * minute);
    expect((await visitor.open(location)).page).not.toContain(accountId);
    expect((await visitor.open('/connected-applications/revoke', formOn(page))).status).toBe(400);
    expect(await isAlive(token)).toBe(true);
  });

  it('given another browser, an old or a forged link, then it shows and revokes nothing', async () => {
    const { token, accountId } = await newAccountWithCalendar(gateway.database.pool);
    const url = await linkOf(token);
    const [visitor, stranger] = [new Visitor(gateway.url), new Visitor(gateway.url)];
    const { location } = await visitor.open(url);
    const { page } = await visitor.open(location);
    await stranger.open(await linkOf((await newAccountWithCalendar(gateway.database.pool)).token));
    expect((await stranger.open(location)).page).not.toContain(accountId);
    expect((await stranger.open('/connected-applications/revoke', formOn(page))).status).toBe(400);
    for (const wrong of ['forged', location.split('proved=')[1]!]) {
      const { status, page: shown } = await stranger.open(`/connected-applications/open?link=${wrong}`);
      expect([status, shown.includes('This link is too old, or incomplete')]).toEqual([400, true]);
    }
    clock.advance(60 * minute);
    expect((await stranger.open(url)).status).toBe(400);
    expect(await isAlive(token)).toBe(true);
  });

  it('given no token of a user, then there is no link', async () => {
    expect((await gateway.call('POST', '/v1/connections_links')).status).toBe(401);
  });
});
