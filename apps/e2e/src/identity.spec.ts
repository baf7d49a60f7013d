import { missingForRadicale, skipFor, startRadicale, waitUntil, type Radicale } from '@kalends/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FormJourney, type Login, type Tokens } from './harness/form-journey.js';
import { e2e, type Application } from './harness/kalends.js';
import { RadicaleCalendar } from './harness/radicale-calendar.js';
import { objectOf, lastingOf, profilesOf } from './harness/browser-journey.js';
import { startTrustingServer, type TrustingOptions } from './harness/trusting-server.js';

/** Each user's password, and a marker in their calendar. Two of them differ only by case folding. */
const users = { ada: 'of-ada', Ada: 'of-Ada', k: 'of-k', '\u212A': 'of-kelvin', zoe: 'of-zoe' } as const;
type User = keyof typeof users;

e2e('who is who at a CalDAV server: the rules of docs/reference/identity.md', (kalends) => {
  let radicale: Radicale;
  let application: Application;
  const missing = missingForRadicale();
  beforeAll(async () => {
    if (missing !== undefined) return;
    radicale = await startRadicale({ users });
    for (const user of Object.keys(users) as User[]) {
      const calendar = await RadicaleCalendar.create(radicale, encodeURIComponent(user), users[user], 'work').catch(
        () => null,
      );
      await calendar?.put('a.ics', objectOf(`uid-${user}`, `Secret of ${user}`, '20261201T100000Z'));
    }
  }, 60_000);
  afterAll(() => radicale?.stop());
  beforeEach(async (context) => {
    if (missing !== undefined) return skipFor(context, missing);
    application = await kalends().application();
  });

  const at = (username: string, password: string, url = radicale.url): Login => ({ url, username, password });
  const own = (user: User) => at(user, users[user]);
  const journey = () => new FormJourney(kalends(), application);

  /** Uses a new browser; null: the connection was refused. */
  async function connected(login: Login): Promise<Tokens | null> {
    const one = journey();
    await one.begin();
    return (await one.connect(login)) === 200 ? one.allow() : null;
  }

  async function refusal(login: Login): Promise<string> {
    const one = journey();
    await one.begin();
    expect(await one.connect(login)).toBe(422);
    return one.alarm;
  }

  const summaries = async ({ access_token }: Tokens) =>
    (await kalends().events<{ summary: string }>(access_token, 'tzid=Etc/UTC&from=2026-12-01&to=2026-12-02')).map(
      ({ summary }) => summary,
    );
  const untilSees = (tokens: Tokens, summary: string) =>
    waitUntil(async () => (await summaries(tokens)).includes(summary), { timeout: 60_000, what: summary });

  describe('the attacker', () => {
    it.each<[string, TrustingOptions, string]>([
      ['serves everything without checking the password', {}, ''],
      ['checks it except at one collection', { checksAtRoot: true }, 'open/shared/'],
    ])(
      'rule 3: given a server that %s, a wrong password and the victim’s name, then refused',
      async (_w, options, path) => {
        const server = await startTrustingServer(options);
        try {
          const url = `${server.url}${path}`;
          expect(await refusal(at('victim', 'guess', url))).toMatch(/does not refuse a wrong password/);
          const { sub } = await kalends().account(application);
          const credentials = { provider_name: 'caldav', ...at('victim', 'guess', url) };
          const admin = await kalends().admin('POST', `/accounts/${sub}/profiles`, credentials);
          expect([admin.status, admin.text]).toEqual([422, expect.stringContaining('errors.identity_not_proved')]);
          expect(
            (await kalends().admin<{ profiles: unknown[] }>('GET', `/accounts/${sub}/profiles`)).body.profiles,
          ).toHaveLength(1);
        } finally {
          await server.stop();
        }
      },
    );

    it.each<[User, User]>([
      ['ada', 'Ada'],
      ['Ada', 'ada'],
      ['k', '\u212A'],
      ['\u212A', 'k'],
    ])(
      'rule 2: given the account of %s, when %s connects with their own password, then it is another account',
      async (victim, attacker) => {
        const victimTokens = (await connected(own(victim)))!;
        const attackerTokens = (await connected(own(attacker)))!;
        expect(attackerTokens.sub).toMatch(/^acc_/);
        expect(attackerTokens.sub).not.toBe(victimTokens.sub);
      },
    );

    it('rule 2: given Ada’s account, when ada connects, then she sees none of its events', async () => {
      const victim = (await connected(own('Ada')))!;
      await untilSees(victim, 'Secret of Ada');
      const attacker = (await connected(own('ada')))!;
      await untilSees(attacker, 'Secret of ada');
      expect([await summaries(attacker), await summaries(victim)]).toEqual([['Secret of ada'], ['Secret of Ada']]);
    });

    it('rule 3: given an attacker who connects first as zoe, with a wrong password, then zoe’s account is hers alone', async () => {
      expect(await refusal(at('zoe', 'guess'))).toMatch(/did not accept/);
      const server = await startTrustingServer({ checksAtRoot: true, password: users.zoe });
      try {
        expect(await refusal(at('zoe', 'guess', `${server.url}open/zoe/`))).toMatch(/does not refuse/);
        const zoe = (await connected(at('zoe', users.zoe, server.url)))!;
        expect(await kalends().get(zoe.access_token, '/v1/profiles')).toMatchObject({ body: { profiles: [{}] } });
      } finally {
        await server.stop();
      }
    });

    it('rule 4: given a server of the attacker’s own that names the victim’s principal, then it is another account', async () => {
      const victim = (await connected(own('zoe')))!;
      const principals = ['/zoe/', `${radicale.url}zoe/`];
      for (const principal of principals) {
        const server = await startTrustingServer({ checksAtRoot: true, principal: () => principal });
        try {
          const attacker = (await connected(at('zoe', 'secret', server.url)))!;
          expect(attacker.sub).toMatch(/^acc_/);
          expect(attacker.sub).not.toBe(victim.sub);
        } finally {
          await server.stop();
        }
      }
    });

    it('rule 5: given a server that does not report the user, then it is refused with a clear text', async () => {
      const server = await startTrustingServer({ checksAtRoot: true, principal: () => undefined });
      try {
        expect(await refusal(at('ada', 'secret', server.url))).toMatch(/whose calendars these are/);
      } finally {
        await server.stop();
      }
    });

    it('rule 9: given an address as user name, then it becomes no one’s e-mail', async () => {
      const server = await startTrustingServer({ checksAtRoot: true });
      try {
        const tokens = (await connected(at('victim@example.com', 'secret', server.url)))!;
        const read = (path: string) => kalends().get<Record<string, unknown>>(tokens.access_token, path);
        expect((await read('/v1/account')).body.account).toMatchObject({ email: null, name: null });
        expect((await read('/v1/userinfo')).body).toMatchObject({ email: null, name: null });
      } finally {
        await server.stop();
      }
    });
  });

  describe('the user', () => {
    it('rules 2 and 6: given another browser, another address or a changed password, then it is the same account', async () => {
      const first = (await connected(own('zoe')))!;
      const profiles = async () => (await profilesOf(kalends(), first.access_token)).map(lastingOf);
      const before = await waitUntil(async () => (await profiles()).length === 1 && profiles());
      const second = (await connected(at('zoe', users.zoe, `${radicale.url}zoe/work/`)))!;
      await radicale.setUsers({ ...users, zoe: 'changed' });
      try {
        const third = (await connected(at('zoe', 'changed', `${radicale.url}zoe/`)))!;
        expect([second.sub, third.sub]).toEqual([first.sub, first.sub]);
        await waitUntil(async () => {
          expect(await profiles()).toEqual(before);
          return true;
        });
      } finally {
        await radicale.setUsers(users);
      }
    });

    it('rule 3: given a right password, then one wrong one is sent, once, before the last right one', async () => {
      const server = await startTrustingServer({ checksAtRoot: true });
      try {
        await connected(at('ada', 'secret', server.url));
        const passwords = server.taken();
        const wrong = passwords.filter((one) => one !== 'secret');
        expect([wrong.length, passwords.at(-1)]).toEqual([1, 'secret']);
        server.taken();
        await refusal(at('ada', 'guess', server.url));
        expect(server.taken().filter((one) => one !== 'secret')).toEqual(['guess']);
      } finally {
        await server.stop();
      }
    });
  });
});
