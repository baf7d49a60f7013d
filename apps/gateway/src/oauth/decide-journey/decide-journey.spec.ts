import { createHash } from 'node:crypto';
import { testClock } from '@kalends/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eraseApplication } from '../../accounts/erase-account.js';
import { eraseExpired } from '../../accounts/expired-connections.js';
import {
  ada,
  authorizeUrl,
  connect,
  startConsentSetup,
  Visitor,
  type ConsentSetup,
} from '../journey/consent.fixture.js';

const minute = 60_000;
const consentUrl = '/oauth/authorize/consent';

describe('the end of a journey', () => {
  let setup: ConsentSetup;
  const clock = testClock();
  beforeAll(async () => void (setup = await startConsentSetup(clock.now)));
  afterAll(() => setup.close());
  beforeEach(async () => {
    await setup.reset();
    setup.answer.typed = ({ username }) => ({
      outcome: 'staged',
      provider_name: 'caldav',
      profile_name: username,
      identity: { origin: 'https://calendar.example', principal: `/${username}/` },
      earlier_profile_proved: false,
      calendar_names: ['Work', 'Home'],
    });
  });

  /** Connects a CalDAV account, up to the page that requests consent; returns its form. */
  async function toConsent(visitor: Visitor, username = 'zoe', more: Record<string, string> = {}) {
    const { page } = await visitor.open(authorizeUrl(more));
    return typed(visitor, Visitor.hidden(page, 'journey'), username);
  }
  async function typed(visitor: Visitor, journey: string, username: string) {
    const login = { url: 'https://calendar.example/', username, password: 'secret' };
    const answer = await visitor.open('/oauth/authorize/connect', { journey, provider_name: 'caldav', ...login });
    return { page: answer.page, status: answer.status, journey: Visitor.hidden(answer.page, 'journey') };
  }
  const press = (visitor: Visitor, journey: string, decision: 'allow' | 'deny') =>
    visitor.open(consentUrl, { journey, decision });
  /** Allows it, and the application redeems the code. */
  const allow = async (visitor: Visitor, journey: string) =>
    setup.redeem(codeIn((await press(visitor, journey, 'allow')).location)!);
  const errorIn = (location: string) => new URL(location).searchParams.get('error');
  const codeIn = (location: string) => new URL(location).searchParams.get('code');
  const select = async (sql: string) => (await setup.database.pool.query<Record<string, unknown>>(sql)).rows;
  const staged = () => setup.count('staged_connection');

  it('given a live grant, when a second calendar is connected and denied, then nothing of it was ever published', async () => {
    const visitor = setup.visitor();
    await allow(visitor, (await toConsent(visitor)).journey);
    const before = await setup.settled();
    const second = await toConsent(visitor, 'second');
    for (const line of ['Work (second)', 'Home (second)']) expect(second.page).toContain(line);
    expect([await setup.settled(), await setup.count('pending_profile'), await staged()]).toEqual([before, 1, 1]);
    expect(errorIn((await press(visitor, second.journey, 'deny')).location)).toBe('access_denied');
    expect([await staged(), await setup.count('pending_profile'), await setup.count('profile_identity')]).toEqual([
      0, 1, 1,
    ]);
    const staged_id = setup.typed[1]!.profile_id;
    expect((await setup.settled()).slice(1)).toEqual([{ kind: 'drop', staged_id }]);
  });

  describe('given an account whose access its application has ended', () => {
    const end = async (visitor: Visitor) => {
      const { location } = await press(visitor, (await toConsent(visitor)).journey, 'allow');
      const { body } = await setup.redeem(codeIn(location)!);
      // a second use of the code ends what the first one granted
      await setup.redeem(codeIn(location)!);
      expect(await select('SELECT access_ended FROM account')).toEqual([{ access_ended: true }]);
      return body.sub!;
    };

    it('when its user begins again in the same browser, then there is nothing connected to allow', async () => {
      const visitor = setup.visitor();
      await end(visitor);
      const { page } = await visitor.open(authorizeUrl());
      expect(page).not.toContain('Connected already');
    });

    it('when its user connects the same calendar, then it is the same account again, as a later change of its access', async () => {
      const visitor = setup.visitor();
      const accountId = await end(visitor);
      const again = await press(visitor, (await toConsent(visitor)).journey, 'allow');
      expect(await select('SELECT access_ended FROM account')).toEqual([{ access_ended: true }]);
      expect((await setup.redeem(codeIn(again.location)!)).status).toBe(200);
      expect(await select('SELECT account_id, access_ended FROM account')).toEqual([
        { account_id: accountId, access_ended: false },
      ]);
      expect((await setup.settled()).map((one) => (one as { access?: number }).access)).toEqual([1, 3]);
    });

    it('when its user denies, then the new connection is erased, and access stays ended', async () => {
      const visitor = setup.visitor();
      await end(visitor);
      const { journey } = await toConsent(visitor);
      expect(errorIn((await press(visitor, journey, 'deny')).location)).toBe('access_denied');
      expect((await setup.settled()).map(({ kind }) => kind)).toEqual(['publish', 'drop']);
      expect(await select('SELECT access_ended FROM account')).toEqual([{ access_ended: true }]);
    });

    it('when a journey for the connected calendars, begun before, is allowed, then it is over', async () => {
      const visitor = setup.visitor();
      const { location } = await press(visitor, (await toConsent(visitor)).journey, 'allow');
      await setup.redeem(codeIn(location)!);
      const choice = await visitor.open(authorizeUrl());
      const connected = await visitor.open('/oauth/authorize/connect', {
        journey: Visitor.hidden(choice.page, 'journey'),
        provider_name: 'connected',
      });
      await setup.redeem(codeIn(location)!);
      const answer = await press(visitor, Visitor.hidden(connected.page, 'journey'), 'allow');
      expect([answer.status, answer.location]).toEqual([400, '']);
    });
  });

  it('given a user who leaves, when the journey has expired, then it is erased; a moment earlier it is not', async () => {
    await toConsent(setup.visitor());
    clock.advance(30 * minute - 1);
    expect([await eraseExpired(setup.database.pool, clock.now()), await staged()]).toEqual([0, 1]);
    clock.advance(1);
    expect([await eraseExpired(setup.database.pool, clock.now()), await staged()]).toEqual([1, 0]);
    expect(await setup.settled()).toEqual([{ kind: 'drop', staged_id: setup.typed[0]!.profile_id }]);
    expect(await setup.count('account')).toBe(0);
  });

  it('given an application that is erased, then pending connections of its users are erased, too', async () => {
    await toConsent(setup.visitor());
    const client = await setup.database.pool.connect();
    try {
      await client.query('BEGIN');
      await eraseApplication(client, 'app', clock.now());
      const { rows } = await client.query("SELECT body FROM outbox WHERE topic = 'gateway.command.settle-profile.v1'");
      expect(rows).toHaveLength(1);
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  });

  it('given a lost reply of calendar-sync, then what it may have staged is still erased', async () => {
    setup.answer.typed = () => new Error('lost');
    const visitor = setup.visitor();
    const { page } = await visitor.open(authorizeUrl());
    const form = { journey: Visitor.hidden(page, 'journey'), provider_name: 'caldav' };
    await visitor.open('/oauth/authorize/connect', {
      ...form,
      url: 'https://x.example/',
      username: 'u',
      password: 'p',
    });
    clock.advance(31 * minute);
    await eraseExpired(setup.database.pool, clock.now());
    expect(await setup.settled()).toEqual([{ kind: 'drop', staged_id: setup.typed[0]!.profile_id }]);
  });

  it('given several connections in one journey, when the last is allowed, then the others are dropped', async () => {
    const visitor = setup.visitor();
    const { page } = await visitor.open(authorizeUrl());
    const journey = Visitor.hidden(page, 'journey');
    await typed(visitor, journey, 'first');
    const last = await typed(visitor, journey, 'last');
    await allow(visitor, last.journey);
    const [drop, publish] = await setup.settled();
    expect(publish).toMatchObject({ kind: 'publish', staged_id: setup.typed[1]!.profile_id });
    expect(drop).toEqual({ kind: 'drop', staged_id: setup.typed[0]!.profile_id });
  });

  describe.each([
    ['a CalDAV account', async (visitor: Visitor) => (await toConsent(visitor)).journey],
    [
      'Google',
      async (visitor: Visitor) =>
        Visitor.hidden((await visitor.open((await connect(visitor, ada)).location)).page, 'journey'),
    ],
    [
      'the built-in calendar',
      async (visitor: Visitor) => {
        const { page } = await visitor.open(authorizeUrl());
        const form = { journey: Visitor.hidden(page, 'journey'), provider_name: 'kalends' };
        return Visitor.hidden((await visitor.open('/oauth/authorize/connect', form)).page, 'journey');
      },
    ],
  ])('with %s', (_what, begin) => {
    it('given Deny, when Allow is pressed afterwards, then it stays denied, and there is no account', async () => {
      const visitor = setup.visitor();
      const journey = await begin(visitor);
      await press(visitor, journey, 'deny');
      const { status, location } = await press(visitor, journey, 'allow');
      expect([status, errorIn(location)]).toEqual([302, 'access_denied']);
      expect([await setup.count('account'), await setup.count('authorization_code')]).toEqual([0, 0]);
    });

    it('given Allow twice concurrently, then there is one account and one profile, and each gets a code', async () => {
      const visitor = setup.visitor();
      const journey = await begin(visitor);
      const answers = await Promise.all([press(visitor, journey, 'allow'), press(visitor, journey, 'allow')]);
      expect(answers.map(({ location }) => codeIn(location)?.length)).toEqual([32, 32]);
      for (const { location } of answers) expect((await setup.redeem(codeIn(location)!)).status).toBe(200);
      expect([await setup.count('account'), await setup.count('pending_profile')]).toEqual([1, 1]);
    });

    it('given Allow and Deny concurrently, then one of them succeeds, and neither is a 500', async () => {
      const visitor = setup.visitor();
      const journey = await begin(visitor);
      const answers = await Promise.all([press(visitor, journey, 'allow'), press(visitor, journey, 'deny')]);
      for (const { status, page } of answers)
        if (status !== 302) expect([status, page]).toEqual([200, expect.stringContaining('You have already allowed')]);
      const isAllowed = codeIn(answers[0]!.location) !== null;
      expect(await setup.count('account')).toBe(isAllowed ? 1 : 0);
      if (isAllowed) expect((await setup.redeem(codeIn(answers[0]!.location)!)).status).toBe(200);
      expect(await staged()).toBe(0);
    });
  });

  it('given an account that was erased meanwhile, when allowed, then the user sees a page, not a 500', async () => {
    const visitor = setup.visitor();
    await allow(visitor, (await toConsent(visitor)).journey);
    const { page } = await visitor.open(authorizeUrl());
    const again = { journey: Visitor.hidden(page, 'journey'), provider_name: 'connected' };
    const journey = Visitor.hidden((await visitor.open('/oauth/authorize/connect', again)).page, 'journey');
    await setup.database.pool.query('DELETE FROM account');
    expect((await press(visitor, journey, 'allow')).status).toBe(400);
  });

  it('given an identity that meanwhile belongs to an account, then its calendars are shown before it is allowed', async () => {
    const [first, second] = [setup.visitor(), setup.visitor()];
    const [one, two] = [await toConsent(first), await toConsent(second)];
    await allow(first, one.journey);
    const review = await press(second, two.journey, 'allow');
    expect([review.status, review.page.includes('Allow Planner')]).toEqual([200, true]);
    const { location } = await press(second, Visitor.hidden(review.page, 'journey'), 'allow');
    expect([codeIn(location)?.length, await setup.count('account')]).toEqual([32, 1]);
  });

  it('given an identity of another account than the browser’s, then it is refused, and nothing is staged', async () => {
    const [first, second] = [setup.visitor(), setup.visitor()];
    await allow(first, (await toConsent(first, 'zoe')).journey);
    await allow(second, (await toConsent(second, 'ada')).journey);
    const { page } = await second.open(authorizeUrl());
    const refused = await typed(second, Visitor.hidden(page, 'journey'), 'zoe');
    expect([refused.status, refused.page.includes('belongs to another account')]).toEqual([422, true]);
    expect(await staged()).toBe(0);
    expect((await setup.settled()).at(-1)).toEqual({ kind: 'drop', staged_id: setup.typed[2]!.profile_id });
  });

  describe('with an identity from before they were proved', () => {
    const earlierHash = createHash('sha256').update('caldav\ncalendar.example\nzoe').digest('hex');
    async function planted(): Promise<void> {
      await setup.database.pool.query(
        "INSERT INTO account (account_id, client_id, default_tzid) VALUES ('acc_old', 'app', 'Etc/UTC')",
      );
      await setup.database.pool.query("INSERT INTO profile_identity VALUES ('app', $1, 'acc_old', 'pro_old')", [
        earlierHash,
      ]);
    }
    const answerProved = (earlier_profile_proved: boolean) => {
      setup.answer.typed = () => ({
        outcome: 'staged',
        provider_name: 'caldav',
        profile_name: 'zoe',
        identity: { origin: 'https://calendar.example', principal: '/zoe/' },
        earlier_profile_proved,
        calendar_names: [],
      });
    };

    it('given that its stored password proves the same, when allowed, then account and profile are the same from now on', async () => {
      await planted();
      answerProved(true);
      const visitor = setup.visitor();
      await allow(visitor, (await toConsent(visitor)).journey);
      expect(setup.typed[0]).toMatchObject({ earlier_profile_id: 'pro_old' });
      const published = { kind: 'publish', account_id: 'acc_old', profile_id: 'pro_old' };
      expect(await setup.settled()).toMatchObject([published]);
      const rows = await select('SELECT account_id, profile_id, identity_hash FROM profile_identity');
      expect(rows).toMatchObject([{ account_id: 'acc_old', profile_id: 'pro_old' }]);
      expect(rows[0]!.identity_hash).not.toBe(earlierHash);
      answerProved(false);
      const other = setup.visitor();
      await allow(other, (await toConsent(other)).journey);
      expect((await setup.settled()).at(-1)).toMatchObject(published);
    });

    it('given that it does not, as with a planted one, then it is another account', async () => {
      await planted();
      answerProved(false);
      const visitor = setup.visitor();
      await allow(visitor, (await toConsent(visitor)).journey);
      const [publish] = await setup.settled();
      expect(publish).toMatchObject({ kind: 'publish', profile_id: setup.typed[0]!.profile_id });
      expect(publish).not.toMatchObject({ account_id: 'acc_old' });
      expect(await select('SELECT 1 FROM profile_identity')).toHaveLength(2);
    });
  });
});
