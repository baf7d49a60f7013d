import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SettleProfile } from '@kalends/contracts';
import { testClock } from '@kalends/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  ada,
  connect,
  decide,
  startConsentSetup,
  toMicrosoft,
  Visitor,
  type ConsentSetup,
} from '../oauth/journey/consent.fixture.js';
import { apply, profileOf } from '../read-model/gateway-database.fixture.js';

type Published = Extract<SettleProfile, { kind: 'publish' }>;

interface Person {
  tid: string;
  oid: string;
  email: string;
}

const work = '0b5c5a1e-7d4e-4d2c-9d2b-5f3a6a1c8e01';
const attackers = '3f1d9c7a-2b6e-4b1f-8a55-0c9e7d6b4a02';
const personal = '9188040d-6c67-4c5b-b112-36a304b66dad';
const owner: Person = { tid: work, oid: '7a9e2c4d-1b3f-4e5a-8c6d-9f0a1b2c3d03', email: ada };
const otherOid = 'c4d3b2a1-0f9e-4d8c-9b7a-6f5e4d3c2b04';

const segment = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('whose account a Microsoft account is', () => {
  let setup: ConsentSetup;
  let authority: Server;
  let authorityUrl: string;
  const clock = testClock();
  /** Claims of the next ID token. */
  let claims: object = {};
  beforeAll(async () => {
    authority = createServer((_request, response) => {
      const id_token = `${segment({ alg: 'none' })}.${segment(claims)}.`;
      const scope = 'openid profile email User.Read Calendars.ReadWrite';
      const tokens = { access_token: 'a', refresh_token: 'r', expires_in: 3600, scope, id_token };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(tokens));
    });
    await new Promise<void>((resolve) => authority.listen(0, '127.0.0.1', resolve));
    authorityUrl = `http://127.0.0.1:${(authority.address() as AddressInfo).port}`;
    setup = await startConsentSetup(clock.now, { MICROSOFT_AUTHORITY_URL: authorityUrl });
  });
  afterAll(async () => {
    authority.close();
    await setup.close();
  });
  beforeEach(() => setup.reset());

  /** Microsoft's answer to a request at `consentPage`, as the person. */
  async function signIn(visitor: Visitor, consentPage: string, { tid, oid, email }: Person) {
    const { searchParams } = new URL(consentPage);
    const [state, nonce, redirect] = ['state', 'nonce', 'redirect_uri'].map((name) => searchParams.get(name)!);
    const iss = `${authorityUrl}/${tid}/v2.0`;
    claims = { iss, aud: 'kalends', exp: clock.now() / 1000 + 3600, nonce, tid, oid, email, preferred_username: email };
    return visitor.open(`${redirect}?${new URLSearchParams({ code: 'code', state: state! })}`);
  }
  async function connected(person: Person) {
    const visitor = setup.visitor();
    await decide(visitor, (await signIn(visitor, await toMicrosoft(visitor), person)).location, 'allow');
    return ((await setup.settled()) as Published[]).at(-1)!;
  }
  const emails = async () => (await setup.database.pool.query('SELECT email FROM account')).rows as unknown[];

  it.each<[string, Person]>([
    [
      "an attacker's own tenant that gives a user the owner's e-mail address",
      { ...owner, tid: attackers, oid: otherOid },
    ],
    ["an attacker's own tenant that gives a user the owner's object id and address", { ...owner, tid: attackers }],
    ["a personal account with the owner's object id and address", { ...owner, tid: personal }],
    ["a colleague who received the owner's e-mail address", { ...owner, oid: otherOid }],
  ])('given %s, then it is another account', async (_what, attacker) => {
    const [first, second] = [await connected(owner), await connected(attacker)];
    expect(second.account_id).not.toBe(first.account_id);
    expect(second.profile_id).not.toBe(first.profile_id);
  });

  it('given a work account with the e-mail address of a Google account, then it is another account, without an address', async () => {
    const visitor = setup.visitor();
    await decide(visitor, (await connect(visitor)).location, 'allow');
    const [google] = (await setup.settled()) as Published[];
    expect((await connected(owner)).account_id).not.toBe(google!.account_id);
    expect(await emails()).toEqual(expect.arrayContaining([{ email: ada }, { email: null }]));
  });

  it.each<[string, Person]>([
    ['a changed e-mail address', { ...owner, email: 'ada.married@work.example' }],
    ['ids in upper case', { ...owner, oid: owner.oid.toUpperCase() }],
  ])('given the same person with %s, then account and profile are the same', async (_what, person) => {
    const [first, second] = [await connected(owner), await connected(person)];
    expect([second.account_id, second.profile_id]).toEqual([first.account_id, first.profile_id]);
  });

  describe('to connect a profile again', () => {
    async function again(person: Person) {
      const { account_id, profile_id } = await connected(owner);
      const record = { ...profileOf(account_id), profile_id, provider_name: 'exchange', profile_name: ada };
      await apply(setup.database.pool, account_id, [{ ...record, connected: false }]);
      setup.stageRequests.length = 0;
      const visitor = setup.visitor();
      const { page } = await visitor.open(setup.relinkUrl(profile_id));
      expect(page).toContain(`You sign in at Microsoft, as ${ada}.`);
      const posted = await visitor.open('/oauth/relink', { relink: Visitor.hidden(page, 'relink') });
      expect(posted.location).toMatch(/^\/oauth\/providers\/microsoft\/start\?relink=/);
      const consentPage = (await visitor.open(posted.location)).location;
      expect(new URL(consentPage).searchParams.get('login_hint')).toBe(ada);
      return { account_id, profile_id, answer: await signIn(visitor, consentPage, person) };
    }

    it.each<[string, Person]>([
      ['another tenant with the same object id', { ...owner, tid: attackers }],
      ['another person with the same address', { ...owner, oid: otherOid }],
    ])('given %s, then nothing is changed, and the page names Microsoft', async (_what, person) => {
      const { answer } = await again(person);
      expect([answer.status, answer.page.includes('is another Microsoft account')]).toEqual([409, true]);
      expect(setup.stageRequests).toEqual([]);
    });

    it('given the same person with a changed address, then the same ids are kept', async () => {
      const { answer, account_id, profile_id } = await again({ ...owner, email: 'ada.married@work.example' });
      expect([answer.status, answer.page.includes('Connected again')]).toEqual([200, true]);
      expect((await setup.settled()).at(-1)).toMatchObject({ kind: 'publish', account_id, profile_id });
      expect(setup.stageRequests).toMatchObject([{ provider_name: 'exchange' }]);
    });
  });
});
