import { randomBytes } from 'node:crypto';
import { accessEnded } from '@kalends/contracts';
import { testClock } from '@kalends/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../../gateway.fixture.js';
import { apply, calendarOf, newAccountWithCalendar, profileOf } from '../../read-model/gateway-database.fixture.js';
import { tokenHash } from '../../tokens/hash.js';

describe('the page of connected applications', () => {
  const clock = testClock();
  let gateway: TestGateway;
  beforeAll(async () => (gateway = await startTestGateway({ now: clock.now })));
  afterAll(() => gateway.stop());
  beforeEach(() => gateway.clearOutbox());

  /** An account that was connected in its own browser. */
  async function given() {
    const account = await newAccountWithCalendar(gateway.database.pool);
    const browser = randomBytes(24).toString('base64url');
    await gateway.database.pool.query('INSERT INTO browser_account (browser_id, account_id) VALUES ($1, $2)', [
      tokenHash(browser),
      account.accountId,
    ]);
    return { ...account, browser };
  }
  const cookie = (browser: string) => ({ cookie: `kalends_browser=${browser}` });
  const page = async (headers: Record<string, string> = {}) => {
    const answer = await gateway.call('GET', '/connected-applications', { headers });
    return { ...answer, text: String(answer.body) };
  };
  const tokenOn = (text: string) => /name="token" value="([^"]+)"/.exec(text)?.[1] ?? '';
  const revoke = (token: string, headers: Record<string, string> = {}) =>
    gateway.call('POST', '/connected-applications/revoke', { body: new URLSearchParams({ token }), headers });
  const isAlive = async (token: string) => (await gateway.call('GET', '/v1/userinfo', { token })).status === 200;

  it('given a browser that has connected an account, then only that browser sees it; the page is not stored', async () => {
    const { browser, accountId } = await given();
    const { status, text, headers } = await page(cookie(browser));
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(text).toContain('<h2>Spec</h2>');
    expect(text).toContain(accountId);
    for (const other of [{}, cookie('x'.repeat(32))]) {
      expect((await page(other)).text).toContain('No application uses a calendar');
      expect((await page(other)).text).not.toContain(accountId);
    }
  });

  it('given its form, then 303 to the page without it; the token is invalid, services receive the end of access', async () => {
    const [{ browser, accountId, token }, other] = [await given(), await given()];
    const revoked = await revoke(tokenOn((await page(cookie(browser))).text), cookie(browser));
    expect([revoked.status, revoked.headers.get('location')]).toEqual([
      303,
      expect.stringMatching(/^\/connected-applications\?revoked=/),
    ]);
    expect([await isAlive(token), await isAlive(other.token)]).toEqual([false, true]);
    expect(await gateway.outbox(accessEnded.name)).toEqual([
      { client_id: 'app', account_id: accountId, at: clock.now(), access: 1 },
    ]);
    expect((await page(cookie(browser))).text).not.toContain(accountId);
  });

  it('given a revocation, then the page reports what has lost access to what, in that browser only', async () => {
    const [{ browser, accountId }, other] = [await given(), await given()];
    await apply(gateway.database.pool, accountId, [
      profileOf(accountId, { provider_name: 'exchange', profile_name: 'mia@work.example', revision: 2 }),
    ]);
    const revoked = await revoke(tokenOn((await page(cookie(browser))).text), cookie(browser));
    const shown = async (who: string) =>
      String((await gateway.call('GET', revoked.headers.get('location')!, { headers: cookie(who) })).body);
    const text = await shown(browser);
    for (const part of ['Spec no longer has access', 'mia@work.example', 'after 30 days', 'myapps.microsoft.com'])
      expect(text).toContain(part);
    expect(await shown(other.browser)).not.toContain('mia@work.example');
  });

  it('given a code that the application has not redeemed, when its user revokes, then it can no longer be', async () => {
    const { browser, accountId } = await given();
    const code = `code-${accountId}`;
    await gateway.database.pool.query(
      `INSERT INTO authorization_code (code_hash, client_id, account_id, redirect_uri, scope, expires_at)
       VALUES ($1, 'app', $2, 'https://app.example/', '{}', '2100-01-01')`,
      [tokenHash(code), accountId],
    );
    await revoke(tokenOn((await page(cookie(browser))).text), cookie(browser));
    const left = 'SELECT FROM authorization_code WHERE account_id = $1';
    expect((await gateway.database.pool.query(left, [accountId])).rowCount).toBe(0);
    expect(await gateway.outbox(accessEnded.name)).toHaveLength(1);
  });

  it('given a form of another browser, none, or a forged one, then 400, and nothing is revoked', async () => {
    const [{ browser, token }, other] = [await given(), await given()];
    const form = tokenOn((await page(cookie(browser))).text);
    expect((await revoke(form, cookie(other.browser))).status).toBe(400);
    expect((await revoke(form)).status).toBe(400);
    expect((await revoke('forged', cookie(browser))).status).toBe(400);
    expect([await isAlive(token), await gateway.outbox()]).toEqual([true, []]);
  });

  it('given two browsers of one account, when one revokes, then the other keeps its link', async () => {
    const [{ browser, accountId }, other] = [await given(), await given()];
    const link = [tokenHash(other.browser), accountId];
    await gateway.database.pool.query('INSERT INTO browser_account (browser_id, account_id) VALUES ($1, $2)', link);
    await revoke(tokenOn((await page(cookie(browser))).text), cookie(browser));
    const links = 'SELECT FROM browser_account WHERE browser_id = $1 AND account_id = $2';
    expect((await gateway.database.pool.query(links, link)).rowCount).toBe(1);
  });

  it('given grants that cannot be ended now, when revoked, then it fails, and the page still offers it', async () => {
    const { browser, accountId, token } = await given();
    const form = tokenOn((await page(cookie(browser))).text);
    await gateway.database.pool.query('ALTER TABLE outbox RENAME TO outbox_away');
    const { status } = await revoke(form, cookie(browser));
    await gateway.database.pool.query('ALTER TABLE outbox_away RENAME TO outbox');
    expect(status).toBeGreaterThanOrEqual(500);
    expect(await isAlive(token)).toBe(true);
    expect((await page(cookie(browser))).text).toContain(accountId);
  });

  it('given a form that was already sent, then 404', async () => {
    const { browser } = await given();
    const form = tokenOn((await page(cookie(browser))).text);
    await revoke(form, cookie(browser));
    expect((await revoke(form, cookie(browser))).status).toBe(404);
    expect(await gateway.outbox()).toHaveLength(1);
  });

  it('given calendars that are still being read, then the page is loaded again without a script until they are there, or often enough', async () => {
    const { browser, accountId } = await given();
    await apply(gateway.database.pool, accountId, [profileOf(accountId, { profile_id: `pro_new_${accountId}` })]);
    const at = async (path: string) => String((await gateway.call('GET', path, { headers: cookie(browser) })).body);
    const refreshed = /<meta http-equiv="refresh" content="3;url=([^"]+)" \/>/;
    const first = await at('/connected-applications');
    expect([first.includes('Your calendars are being read'), refreshed.exec(first)?.[1]]).toEqual([
      true,
      '/connected-applications?reads=1',
    ]);
    expect(refreshed.exec(await at('/connected-applications?reads=1'))?.[1]).toBe('/connected-applications?reads=2');
    for (const often of ['20', '1e9', '99999999999999999999'])
      expect(await at(`/connected-applications?reads=${often}`)).not.toMatch(refreshed);
    const calendar = {
      ...calendarOf(accountId, `cal_new_${accountId}`),
      profile_id: `pro_new_${accountId}`,
      calendar_name: 'Choir',
    };
    await apply(gateway.database.pool, accountId, [calendar]);
    const then = await at('/connected-applications?reads=2');
    expect([then.includes('Choir'), refreshed.test(then)]).toEqual([true, false]);
  });
});
