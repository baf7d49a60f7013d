import { createLogger } from '@kalends/service-runtime';
import { testClock } from '@kalends/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { WriteQueue } from '../../events/accept-write/write-queue.js';
import { apply, calendarOf } from '../../read-model/gateway-database.fixture.js';
import { startConsentSetup, Visitor, redirectUri, type ConsentSetup } from '../journey/consent.fixture.js';
import { SettleAdditions } from '../journey/settle-additions.js';
import { additionLifetime, maxAdditions } from './create-addition.controller.js';

const consentUrl = '/oauth/authorize/consent';
const credentials = { client_id: 'app', client_secret: 'KAL_planted-secret-0123456789' };
const oauth = { redirect_uri: redirectUri, scope: 'create_event read_events', state: 'order&7' };
const event = {
  event_id: 'order-7',
  summary: '<b>Concert</b>',
  start: { time: '2026-12-12T19:00:00Z', tzid: 'Europe/Berlin' },
  end: { time: '2026-12-12T21:30:00Z', tzid: 'Europe/Berlin' },
  location: { description: 'Town hall' },
};

describe('an event that somebody adds while they authorize an application', () => {
  let setup: ConsentSetup;
  const clock = testClock();
  beforeAll(async () => void (setup = await startConsentSetup(clock.now)));
  afterAll(() => setup.close());
  beforeEach(async () => {
    await setup.reset();
    for (const table of ['calendar_addition', 'pending_write', 'event_state'])
      await setup.database.pool.query(`DELETE FROM ${table}`);
    setup.answer.typed = ({ username }) => ({
      outcome: 'staged',
      provider_name: 'caldav',
      profile_name: username,
      identity: { origin: 'https://calendar.example', principal: `/${username}/` },
      earlier_profile_proved: false,
      calendar_names: ['Work', 'Home'],
    });
  });

  const create = async (more: object = {}) => {
    const response = await fetch(`${setup.url}/v1/add_to_calendar`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...credentials, oauth, event, ...more }),
    });
    const body = (await response.json()) as {
      url: string;
      oauth_url: string;
      errors?: Record<string, [{ key: string }]>;
    };
    return { status: response.status, ...body };
  };
  const keysOf = async (more: object) => {
    const { status, errors = {} } = await create(more);
    return [status, Object.fromEntries(Object.entries(errors).map(([field, [first]]) => [field, first.key]))];
  };

  /** From the link to the choice of a provider. */
  const begin = async (visitor: Visitor, url: string) => visitor.open((await visitor.open(url)).location);
  /** And to the page with Allow. */
  const toConsent = async (visitor: Visitor, url: string, provider_name = 'kalends') => {
    const { page } = await begin(visitor, url);
    const typed = { url: 'https://calendar.example/', username: 'zoe', password: 's' };
    const login: Record<string, string> = provider_name === 'caldav' ? typed : {};
    const form = { journey: Visitor.hidden(page, 'journey'), provider_name, tzid: 'Etc/UTC', ...login };
    return visitor.open('/oauth/authorize/connect', form);
  };
  const press = (visitor: Visitor, page: string, more: Record<string, string> = {}) =>
    visitor.open(consentUrl, { journey: Visitor.hidden(page, 'journey'), decision: 'allow', ...more });
  const select = async <R>(sql: string) => (await setup.database.pool.query(sql)).rows as R[];
  const written = () =>
    select<{ event: string; calendar: string }>(
      "SELECT record ->> 'event_id' AS event, calendar_id AS calendar FROM pending_write ORDER BY 1",
    );
  const optionsOf = (page: string) =>
    [...page.matchAll(/<option value="([^"]*)"[^>]*>([^<]*)/g)].map(([, value, label]) => [value, label!.trim()]);
  const settle = () =>
    new SettleAdditions(
      setup.database.pool,
      clock.now,
      { wake: () => undefined },
      createLogger({ service: 'gateway', level: 'silent' }),
      new WriteQueue(setup.database.pool),
    ).round();

  describe('its link', () => {
    it('given valid members, then the answer has an address that cannot be guessed, twice (SCH-14)', async () => {
      const [one, two] = [await create(), await create()];
      expect(one).toMatchObject({ status: 200, url: one.oauth_url });
      expect(one.url).toMatch(/\/add_to_calendar\/[\w-]{32}$/);
      expect(one.url).not.toBe(two.url);
      const rows = await select<{ row: string }>('SELECT calendar_addition::text AS row FROM calendar_addition');
      expect(rows.filter(({ row }) => row.includes(one.url.split('/').at(-1)!))).toEqual([]);
    });

    it.each([
      [
        'an address of somebody else',
        { oauth: { ...oauth, redirect_uri: 'https://evil.example/' } },
        'oauth.redirect_uri',
        'invalid',
      ],
      ['a scope that cannot write', { oauth: { ...oauth, scope: 'read_events' } }, 'oauth.scope', 'invalid'],
      [
        'a scope that is not known',
        { oauth: { ...oauth, scope: 'create_event everything' } },
        'oauth.scope',
        'not_recognized',
      ],
      ['no start', { event: { ...event, start: undefined } }, 'event.start', 'required'],
      ['another hour format', { formatting: { hour_format: 'x' } }, 'formatting.hour_format', 'not_recognized'],
    ])('given %s, then 422 (SCH-14)', async (_what, more, field, key) => {
      expect(await keysOf(more)).toEqual([422, { [field]: `errors.${key}` }]);
    });

    it('given a wrong secret, then 401, and as many links as an application may have, then 422 (SCH-14)', async () => {
      expect((await create({ client_secret: 'KAL_wrong' })).status).toBe(401);
      await setup.database.pool.query(
        `INSERT INTO calendar_addition (addition_id, client_id, token_hash, status, request, created_at, expires_at)
         SELECT 'add_' || n, 'app', n::text, 'open', '{}', now(), 'infinity' FROM generate_series(1, $1::int) AS n`,
        [maxAdditions],
      );
      expect(await keysOf({})).toEqual([422, { 'event.event_id': 'errors.too_many' }]);
    });

    it('given one that has expired, is unknown, or of another address of the application, then it opens no journey (SCH-14)', async () => {
      const { url } = await create();
      const token = url.split('/').at(-1)!;
      const visitor = setup.visitor();
      const other = { response_type: 'code', client_id: 'app', scope: 'create_event', addition: token };
      const query = new URLSearchParams({ ...other, redirect_uri: 'https://app.example/other' });
      await setup.database.pool.query('UPDATE application SET redirect_uris = $1', [
        [redirectUri, 'https://app.example/other'],
      ]);
      expect((await visitor.open(`/oauth/authorize?${query}`)).status).toBe(404);
      await setup.database.pool.query('UPDATE application SET redirect_uris = $1', [[redirectUri]]);
      expect((await visitor.open('/add_to_calendar/unknown')).status).toBe(404);
      expect((await visitor.open(url)).status).toBe(303);
      clock.advance(additionLifetime);
      expect((await visitor.open(url)).status).toBe(404);
    });
  });

  it('given a visitor, then the page shows title, time with zone and place before Allow, and opening it adds nothing (SCH-15)', async () => {
    const { url } = await create({ formatting: { hour_format: 'h' } });
    const { page } = await toConsent(setup.visitor(), url);
    const text = page.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
    for (const part of [
      'This event is added',
      '&lt;b&gt;Concert&lt;/b&gt;',
      'December 12, 2026',
      '8:00',
      '10:30',
      'PM',
      'Berlin',
      'Town hall',
    ])
      expect(text).toContain(part);
    expect([page.includes('<b>Concert'), await written()]).toEqual([false, []]);
  });

  it('given an all-day event over two days, then its last day is shown, and no time or zone (SCH-15)', async () => {
    const { url } = await create({ event: { ...event, start: '2026-12-12', end: '2026-12-14' } });
    const { page } = await toConsent(setup.visitor(), url);
    expect(page).toMatch(/December 12.*December 13, 2026/);
    expect(page.replace(/<select[^]*<\/select>/, '')).not.toMatch(/December 14|Berlin/);
  });

  it('given Allow, then the event is in the chosen calendar before the redirect with code and state; Back, a second press and a second tab add nothing (SCH-15)', async () => {
    const { url } = await create();
    const visitor = setup.visitor();
    const tab = await toConsent(visitor, url);
    const consent = await toConsent(visitor, url);
    const { location } = await press(visitor, consent.page, { calendar: 'new' });
    const answer = new URL(location);
    expect([answer.searchParams.get('state'), answer.searchParams.has('code')]).toEqual(['order&7', true]);
    const once = await written();
    expect(once).toEqual([{ event: 'order-7', calendar: expect.stringMatching(/^cal_/) as string }]);
    await press(visitor, consent.page);
    await press(visitor, tab.page);
    await settle();
    expect(await written()).toEqual(once);
    expect((await setup.redeem(answer.searchParams.get('code')!)).status).toBe(200);
    expect((await visitor.open(url)).status).toBe(404);
  });

  it('given Deny, then access_denied with the state, no event, and the link can still be used (SCH-15)', async () => {
    const { url } = await create();
    const visitor = setup.visitor();
    const { page } = await toConsent(visitor, url);
    const { location } = await press(visitor, page, { decision: 'deny' });
    expect(Object.fromEntries(new URL(location).searchParams)).toMatchObject({
      error: 'access_denied',
      state: 'order&7',
    });
    expect([await written(), (await visitor.open(url)).status]).toEqual([[], 303]);
  });

  it('given a person who has connected calendars before, then they choose one of those that can be written to (SCH-15)', async () => {
    const visitor = setup.visitor();
    await press(visitor, (await toConsent(visitor, (await create()).url)).page);
    const [account] = await select<{ account_id: string }>('SELECT account_id FROM account');
    const accountId = account!.account_id;
    const [profile] = await select<{ profile_id: string }>('SELECT profile_id FROM pending_profile');
    const { profile_id } = profile!;
    const more = { profile_id, calendar_name: 'Family' };
    await apply(setup.database.pool, accountId, [
      { ...calendarOf(accountId, 'cal_family'), ...more },
      { ...calendarOf(accountId, 'cal_holidays'), ...more, calendar_readonly: true },
    ]);
    const { url } = await create({ event: { ...event, event_id: 'order-8' } });
    const { page } = await toConsent(visitor, url, 'connected');
    const options = optionsOf(page).map(([value]) => value);
    expect([options.includes('cal_family'), options.includes('cal_holidays')]).toEqual([true, false]);
    await press(visitor, page, { calendar: 'cal_family' });
    expect((await written()).filter((one) => one.event === 'order-8')).toEqual([
      { event: 'order-8', calendar: 'cal_family' },
    ]);
  });

  it('given a calendar that the journey connects, then the event is added to it once it is read, once (SCH-15)', async () => {
    const { url } = await create();
    const visitor = setup.visitor();
    const { page } = await toConsent(visitor, url, 'caldav');
    expect(optionsOf(page).slice(0, 2)).toEqual([
      ['new-0', 'Work'],
      ['new-1', 'Home'],
    ]);
    const { location } = await press(visitor, page, { calendar: 'new-1' });
    expect(await written()).toEqual([]);
    await setup.redeem(new URL(location).searchParams.get('code')!);
    const [account] = await select<{ account_id: string }>('SELECT account_id FROM account');
    const accountId = account!.account_id;
    const profile_id = setup.typed[0]!.profile_id;
    clock.advance(10_000);
    await settle();
    expect(await written()).toEqual([]);
    await apply(setup.database.pool, accountId, [
      { ...calendarOf(accountId, 'cal_work'), profile_id, calendar_name: 'Work' },
      { ...calendarOf(accountId, 'cal_home'), profile_id, calendar_name: 'Home', calendar_primary: false },
    ]);
    clock.advance(10_000);
    expect(await settle()).toBe(1);
    expect(await settle()).toBe(0);
    expect(await written()).toEqual([{ event: 'order-7', calendar: 'cal_home' }]);
  });

  it('given a calendar that does not appear within a day, then the addition ends as refused (SCH-15)', async () => {
    const { url } = await create();
    const visitor = setup.visitor();
    const { page } = await toConsent(visitor, url, 'caldav');
    const { location } = await press(visitor, page, { calendar: 'new-1' });
    await setup.redeem(new URL(location).searchParams.get('code')!);
    const states = () => select<{ status: string }>('SELECT status FROM calendar_addition');
    clock.advance(86_400_000 - 60_000);
    expect([await settle(), await states()]).toEqual([1, [{ status: 'chosen' }]]);
    clock.advance(120_000);
    expect([await settle(), await states(), await written()]).toEqual([1, [{ status: 'refused' }], []]);
    expect(await settle()).toBe(0);
  });
});
