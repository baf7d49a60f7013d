import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../../gateway.fixture.js';
import { apply, eventOf, newAccountWithCalendar } from '../../read-model/gateway-database.fixture.js';

describe('an answer to an invitation on behalf of the user', () => {
  let gateway: TestGateway;
  beforeAll(async () => (gateway = await startTestGateway()));
  afterAll(() => gateway.stop());
  beforeEach(() => gateway.clearOutbox());

  const addresses = ['ada@example.com'];

  /** An account that was invited to one of two events. */
  async function given(scope = ['read_events', 'change_participation_status']) {
    const account = await newAccountWithCalendar(gateway.database.pool, scope);
    const { accountId, calendarId } = account;
    const [invited, uninvited] = [`evt_invited_${accountId}`, `evt_uninvited_${accountId}`];
    const withAttendee = (uid: string, email: string) => {
      const { series } = eventOf(accountId, calendarId, uid);
      const master = { ...series.master!, attendees: [{ email, status: 'needs_action' as const }] };
      return eventOf(accountId, calendarId, uid, { own_addresses: addresses, series: { ...series, master } });
    };
    await apply(gateway.database.pool, accountId, [
      withAttendee(invited, 'Ada@Example.com'),
      withAttendee(uninvited, 'bob@example.com'),
    ]);
    return { ...account, invited, uninvited };
  }

  type Account = Awaited<ReturnType<typeof given>>;
  const answer = ({ token }: Account, calendarId: string, uid: string, status: unknown) =>
    gateway.call('POST', `/v1/calendars/${calendarId}/events/${uid}/participation_status`, { token, body: { status } });
  const participation = async ({ token, invited }: Account) => {
    const { body } = await gateway.call('GET', '/v1/events?tzid=Etc/UTC&from=2026-11-20&to=2026-11-20', { token });
    const { events } = body as { events: { event_uid: string; participation_status: string }[] };
    return events.find(({ event_uid }) => event_uid === invited)?.participation_status;
  };

  it.each(['accepted', 'tentative', 'declined'])(
    'given %s, then 202, the next read has it, it is sent (EVT-19)',
    async (status) => {
      const account = await given();
      expect(await answer(account, account.calendarId, account.invited, status)).toMatchObject({
        status: 202,
        body: '',
      });
      expect(await participation(account)).toBe(status);
      const change = { own_attendance: { addresses, status } };
      expect(await gateway.outbox()).toMatchObject([{ kind: 'write-event', event_uid: account.invited, change }]);
    },
  );

  it('given an invitation of a group that the user is in, as Microsoft states it, then the answer is accepted, and readers see it', async () => {
    const account = await given();
    const { series } = eventOf(account.accountId, account.calendarId, account.invited);
    const attendees = [{ email: 'team@example.com', status: 'needs_action' as const }];
    const master = { ...series.master!, attendees, own_status: 'tentative' as const };
    const record = { own_addresses: addresses, revision: Date.now() + 60_000, series: { ...series, master } };
    await apply(gateway.database.pool, account.accountId, [
      eventOf(account.accountId, account.calendarId, account.invited, record),
    ]);
    expect(await participation(account)).toBe('tentative');
    expect((await answer(account, account.calendarId, account.invited, 'accepted')).status).toBe(202);
    expect(await participation(account)).toBe('accepted');
  });

  it('given an instance of a series, then the answer is for the series', async () => {
    const account = await given();
    const instance = `${account.invited}_20261120T150000Z`;
    expect((await answer(account, account.calendarId, instance, 'accepted')).status).toBe(202);
    expect(await gateway.outbox()).toMatchObject([{ event_uid: account.invited }]);
  });

  it.each([
    ['an unknown status', 'invited', 'needs_action', 'errors.not_recognized'],
    ['no status', 'invited', undefined, 'errors.required'],
    ['an event without the user', 'uninvited', 'accepted', 'errors.cannot_change_participation_status'],
  ] as const)('given %s, then 422 names status and nothing is sent', async (_what, event, status, key) => {
    const account = await given();
    const refused = await answer(account, account.calendarId, account[event], status);
    expect([refused.status, refused.body]).toMatchObject([422, { errors: { status: [{ key }] } }]);
    expect(await gateway.outbox()).toEqual([]);
  });

  it("given an unknown event, or another account's, then 404, and the other account's stays the same", async () => {
    const [account, other] = [await given(), await given()];
    expect((await answer(account, account.calendarId, 'evt_unknown', 'accepted')).status).toBe(404);
    expect((await answer(account, account.calendarId, other.invited, 'accepted')).status).toBe(404);
    expect((await answer(account, other.calendarId, other.invited, 'accepted')).status).toBe(404);
    expect([await participation(other), await gateway.outbox()]).toEqual(['needs_action', []]);
  });

  it('given a token without change_participation_status, then 403', async () => {
    const account = await given(['read_events', 'create_event']);
    expect((await answer(account, account.calendarId, account.invited, 'accepted')).status).toBe(403);
    expect(await participation(account)).toBe('needs_action');
  });
});
