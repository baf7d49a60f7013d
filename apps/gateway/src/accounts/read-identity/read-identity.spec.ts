import type { CalendarRecord, ProfileRecord } from '@kalends/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encryptionKey, publicUrl, startTestGateway, type TestGateway } from '../../gateway.fixture.js';
import { apply, calendarOf, newAccountWithCalendar, profileOf } from '../../read-model/gateway-database.fixture.js';
import { relinkUrlOf } from '../relink-url.js';

const relinkUrl = relinkUrlOf({ PUBLIC_URL: publicUrl, ENCRYPTION_KEY: [Buffer.from(encryptionKey, 'hex')] });

describe("a user's identity and connections", () => {
  let gateway: TestGateway;
  beforeAll(async () => (gateway = await startTestGateway()));
  afterAll(() => gateway.stop());

  const paths = ['/v1/calendars', '/v1/profiles', '/v1/account', '/v1/userinfo'];
  const read = async (path: string, token: string) => {
    const { status, body } = await gateway.call('GET', path, { token });
    return { status, body: body as Record<string, Record<string, unknown>> };
  };

  it.each(paths)('given %s without a token, or with an unknown one, then 401 with a challenge', async (path) => {
    for (const call of [{}, { token: 'unknown' }]) {
      const { status, headers } = await gateway.call('GET', path, call);
      expect([status, headers.get('www-authenticate')]).toEqual([401, expect.stringMatching(/^Bearer/)]);
    }
  });

  it("given two accounts, then each sees its own calendars and profiles, with the profile's names beside them", async () => {
    const [one] = [
      await newAccountWithCalendar(gateway.database.pool),
      await newAccountWithCalendar(gateway.database.pool),
    ];
    const profile = { provider_name: 'caldav', profile_id: one.profileId, profile_name: 'ada' };
    expect((await read('/v1/calendars', one.token)).body).toEqual({
      calendars: [
        {
          ...profile,
          calendar_id: one.calendarId,
          calendar_name: one.calendarId,
          calendar_readonly: false,
          calendar_deleted: false,
          calendar_primary: true,
          calendar_integrated_conferencing_available: false,
          calendar_attachments_available: false,
          calendar_invitations_sent: false,
          permission_level: 'sandbox',
        },
      ],
    });
    expect((await read('/v1/profiles', one.token)).body).toEqual({
      profiles: [
        {
          ...profile,
          provider_service: 'caldav',
          profile_connected: true,
          profile_state: 'ok',
          profile_has_working_hours: false,
          profile_calendar_states: [{ calendar_id: one.calendarId, state: 'ok' }],
        },
      ],
    });
  });

  it('given a disconnected profile, then it has the address at which its owner connects it again (ACC-3)', async () => {
    const { accountId, token, profileId } = await newAccountWithCalendar(gateway.database.pool);
    await apply(gateway.database.pool, accountId, [profileOf(accountId, { connected: false, revision: 2 })]);
    const shown = { profile_id: profileId, profile_connected: false, profile_relink_url: relinkUrl(profileId) };
    expect((await read('/v1/profiles', token)).body).toMatchObject({ profiles: [shown] });
    expect((await read('/v1/userinfo', token)).body['cronofy.data']).toMatchObject({ profiles: [shown] });
  });

  it('given a consent that ends, then its owner sees when, why and what to do; on the last day also where (ACC-15, ACC-16)', async () => {
    const { accountId, token, profileId } = await newAccountWithCalendar(gateway.database.pool);
    const { pool } = gateway.database;
    const shown = async () => (await read('/v1/profiles', token)).body.profiles as unknown as Record<string, unknown>[];
    const at = '2026-11-29T08:00:00Z';
    const ending = {
      provider_name: 'google',
      warnings: [{ code: 'consent_ends', at }, { code: 'of a newer release' }],
    };
    await apply(pool, accountId, [profileOf(accountId, { ...ending, revision: 2 })]);
    const [profile] = await shown();
    const text = expect.stringContaining('Google') as string;
    const advice = expect.stringContaining('Publish the OAuth client') as string;
    expect(profile).toMatchObject({ profile_state: 'ok', profile_connected: true });
    expect(profile!.profile_warnings).toEqual([{ code: 'consent_ends', description: text, advice, ends_at: at }]);
    expect(profile).not.toHaveProperty('profile_relink_url');
    await apply(pool, accountId, [profileOf(accountId, { ...ending, expires_at: at, revision: 3 })]);
    expect(await shown()).toMatchObject([{ profile_relink_url: relinkUrl(profileId) }]);
    await apply(pool, accountId, [profileOf(accountId, { revision: 4 })]);
    expect((await shown())[0]).not.toHaveProperty('profile_warnings');
  });

  it('given a refused password where the provider has app passwords, then its reason names them, and where to make one (ACC-17)', async () => {
    const { accountId, token } = await newAccountWithCalendar(gateway.database.pool);
    const refused = { connected: false, error: 'refused', reason: 'credentials_refused' };
    const described = async (more: Partial<ProfileRecord>, revision: number) => {
      await apply(gateway.database.pool, accountId, [profileOf(accountId, { ...refused, ...more, revision })]);
      const { profiles } = (await read('/v1/profiles', token)).body;
      return (profiles as unknown as { profile_reason: { description: string } }[])[0]!.profile_reason.description;
    };
    expect(await described({ app_passwords_of: 'fastmail' }, 2)).toMatch(/app password.*Fastmail/);
    expect(await described({ app_passwords_of: 'constructor' }, 3)).not.toContain('app password');
    expect(await described({}, 4)).not.toContain('app password');
  });

  it('given a profile that was set aside, then its owner sees that, and one that is read again does not (ACC-7)', async () => {
    const { accountId, token, profileId } = await newAccountWithCalendar(gateway.database.pool);
    const { pool } = gateway.database;
    const shown = async () => (await read('/v1/profiles', token)).body.profiles as unknown as Record<string, unknown>[];
    await apply(pool, accountId, [profileOf(accountId, { set_aside: true, revision: 2 })]);
    expect(await shown()).toMatchObject([{ profile_id: profileId, profile_connected: true, profile_set_aside: true }]);
    await apply(pool, accountId, [profileOf(accountId, { revision: 3 })]);
    expect((await shown())[0]).not.toHaveProperty('profile_set_aside');
    expect((await shown())[0]).not.toHaveProperty('profile_calendars_left_out');
    await apply(pool, accountId, [profileOf(accountId, { calendars_left_out: 12, revision: 4 })]);
    expect(await shown()).toMatchObject([{ profile_id: profileId, profile_calendars_left_out: 12 }]);
  });

  it('given calendars with objects that cannot be read, then their profile has the number, until all can be read (ACC-9)', async () => {
    const { accountId, token, calendarId } = await newAccountWithCalendar(gateway.database.pool);
    const { pool } = gateway.database;
    const shown = async () => [
      (await read('/v1/profiles', token)).body.profiles as unknown,
      ((await read('/v1/userinfo', token)).body['cronofy.data'] as unknown as { profiles: unknown }).profiles,
    ];
    const calendar = calendarOf(accountId, calendarId);
    await apply(pool, accountId, [{ ...calendar, unreadable_objects: 3, revision: 2 }]);
    for (const profiles of await shown()) expect(profiles).toMatchObject([{ profile_unreadable_events: 3 }]);
    await apply(pool, accountId, [{ ...calendar, revision: 3 }]);
    for (const profiles of await shown())
      expect((profiles as object[])[0]).not.toHaveProperty('profile_unreadable_events');
  });

  it.each([
    [{ provider_name: 'google' }, true],
    [{ provider_name: 'exchange' }, true],
    [{ provider_name: 'live_connect' }, true],
    [{ provider_name: 'caldav', sends_invitations: true }, true],
    [{ provider_name: 'apple' }, false],
    [{ provider_name: 'kalends' }, false],
  ])('given a profile %j, then whether its guests are mailed is %s (EVT-45)', async (record, expected) => {
    const { accountId, token } = await newAccountWithCalendar(gateway.database.pool);
    await apply(gateway.database.pool, accountId, [profileOf(accountId, { ...record, revision: 2 })]);
    const calendars = [{ calendar_invitations_sent: expected }];
    expect((await read('/v1/calendars', token)).body).toMatchObject({ calendars });
    const { profiles } = (await read('/v1/userinfo', token)).body['cronofy.data'] as unknown as { profiles: object[] };
    expect(profiles).toMatchObject([{ profile_calendars: calendars }]);
  });

  describe('and how well it can be read (ACC-13)', () => {
    const [last_sync, next_sync] = ['2026-11-20T10:00:00.000Z', '2026-11-20T10:01:00.000Z'];
    const times = { profile_last_success: last_sync, profile_next_try: next_sync };
    const reasonIs = (code: string) => ({ code, description: expect.stringMatching(/^[A-Z][^<>]+\.$/) as unknown });
    /** What an application sees of a profile of which calendar-sync reports this. */
    async function shown(record: Partial<ProfileRecord>, calendar: Partial<CalendarRecord> = {}) {
      const { accountId, token, calendarId } = await newAccountWithCalendar(gateway.database.pool);
      const calendar_ids = [calendarId];
      await apply(gateway.database.pool, accountId, [
        profileOf(accountId, { calendar_ids, last_sync, next_sync, revision: 2, ...record }),
        { ...calendarOf(accountId, calendarId), ...calendar, revision: 2 },
      ]);
      const { profiles } = (await read('/v1/profiles', token)).body as unknown as { profiles: object[] };
      return profiles[0] as Record<string, unknown> & { profile_calendar_states: Record<string, unknown>[] };
    }

    it('given one that is read, then it has the last success and the next try, and no reason; so do its calendars', async () => {
      const profile = await shown({});
      expect(profile).toMatchObject({ profile_state: 'ok', ...times });
      expect(profile).not.toHaveProperty('profile_reason');
      const [calendar] = profile.profile_calendar_states;
      expect(calendar).toMatchObject({ state: 'ok', last_success: last_sync, next_try: next_sync });
    });

    it.each([
      [{ error: 'Busy.', reason: 'provider_unavailable' }, 'failing', 'provider_unavailable'],
      [{ error: '<b>Own text</b>', reason: 'a_newer_reason' }, 'failing', 'unknown'],
      [{ error: 'From before reasons.' }, 'failing', 'unknown'],
      [{ error: 'Twice.', reason: 'set_aside', set_aside: true }, 'set_aside', 'set_aside'],
    ])(
      'given %j, then state, reason and next try are those, without text of the provider',
      async (record, state, code) => {
        const profile = await shown(record, { freshness: 'stale' });
        expect(profile).toMatchObject({ profile_state: state, profile_reason: reasonIs(code), ...times });
        expect(profile.profile_calendar_states).toMatchObject([
          { state, reason: reasonIs(code), last_success: last_sync, next_try: next_sync },
        ]);
        expect(JSON.stringify(profile)).not.toContain(record.error);
      },
    );

    it('given a disconnected one, then nothing is planned', async () => {
      const record = { connected: false, error: 'No.', reason: 'access_revoked', next_sync };
      const profile = await shown(record, { freshness: 'disconnected' });
      expect(profile).toMatchObject({ profile_state: 'disconnected', profile_reason: reasonIs('access_revoked') });
      expect(profile).not.toHaveProperty('profile_next_try');
      expect(profile.profile_calendar_states[0]).not.toHaveProperty('next_try');
    });

    it('given one calendar that fails, then it has a reason and times of its own, and its profile is ok', async () => {
      const { accountId, token, calendarId } = await newAccountWithCalendar(gateway.database.pool);
      const failing = { reason: 'provider_refused', last_read: '2026-11-20T07:00:00.000Z', next_read: '2026-11-20T11:00:00.000Z' }; // prettier-ignore
      const unread_calendars = [{ calendar_id: calendarId, ...failing }];
      const other = calendarOf(accountId, 'cal_other');
      await apply(gateway.database.pool, accountId, [
        profileOf(accountId, { last_sync, next_sync, unread_calendars, revision: 2 }),
        { ...calendarOf(accountId, calendarId), freshness: 'stale', revision: 2 },
        { ...other, calendar_id: `${calendarId}2`, synced: false, revision: 2 },
      ]);
      const { profiles } = (await read('/v1/profiles', token)).body as unknown as { profiles: object[] };
      expect(profiles).toMatchObject([{ profile_state: 'ok' }]);
      expect((profiles[0] as { profile_calendar_states: object[] }).profile_calendar_states).toEqual(
        expect.arrayContaining([
          {
            calendar_id: calendarId,
            state: 'failing',
            reason: reasonIs('provider_refused'),
            last_success: failing.last_read,
            next_try: failing.next_read,
          },
          { calendar_id: `${calendarId}2`, state: 'pending', next_try: next_sync },
        ]),
      );
    });
  });

  it('given an account, then account and userinfo name it with the scope of this token', async () => {
    const { accountId, token, calendarId } = await newAccountWithCalendar(gateway.database.pool, ['read_events']);
    expect((await read('/v1/account', token)).body.account).toMatchObject({
      account_id: accountId,
      scope: 'read_events',
      default_tzid: 'Etc/UTC',
    });
    expect((await read('/v1/userinfo', token)).body).toMatchObject({
      sub: accountId,
      zoneinfo: 'Etc/UTC',
      'cronofy.type': 'account',
      'cronofy.data': {
        authorization: { scope: 'read_events', status: 'active' },
        profiles: [{ profile_calendars: [{ calendar_id: calendarId }] }],
      },
    });
  });

  it('given an application calendar, then account is 403, and userinfo names the calendar', async () => {
    const { accountId, token } = await newAccountWithCalendar(gateway.database.pool);
    await gateway.database.pool.query("UPDATE account SET application_calendar_id = 'rooms' WHERE account_id = $1", [
      accountId,
    ]);
    expect((await read('/v1/account', token)).status).toBe(403);
    expect((await read('/v1/userinfo', token)).body).toMatchObject({
      'cronofy.type': 'application_calendar',
      application_calendar_id: 'rooms',
    });
  });
});
