import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWithAccount } from '../../accounts/operated-account.fixture.js';

describe('events of an account for operators', () => {
  let setup: Awaited<ReturnType<typeof startWithAccount>>;
  beforeAll(async () => (setup = await startWithAccount()));
  afterAll(() => setup.gateway.stop());

  it('given an accepted write, then it is counted until it is synced, and its event is pending, without its title', async () => {
    const event = { event_id: 'one', summary: 'Secret', start: '2026-11-30T09:00:00Z', end: '2026-11-30T10:00:00Z' };
    await setup.gateway.call('POST', `/v1/calendars/${setup.account.calendar_id}/events`, {
      token: setup.account.access_token,
      body: event,
    });
    expect((await setup.details()).pending_writes).toBe(1);
    const events = `/admin/v1/accounts/${setup.account.sub}/events`;
    const week = `${events}?from=2026-11-30T00:00:00Z&to=2026-12-07T00:00:00Z`;
    const { body } = await setup.call('GET', week);
    const { events: found } = body as { events: { event_uid: string }[] };
    expect(found).toMatchObject([
      {
        start: '2026-11-30T09:00:00Z',
        end: '2026-11-30T10:00:00Z',
        origin: 'application',
        state: 'pending',
        summary: null,
      },
    ]);
    const one = await setup.call('GET', `${events}/${setup.account.calendar_id}/${found[0]!.event_uid}`);
    expect(one.body).toMatchObject({
      event: { event_id: 'one', state: 'pending', command: 0, pending_command: expect.any(Number) as number },
      steps: [{ what: 'accepted', by: 'application' }, { what: 'accepted' }],
    });
  });

  it('given a reason, then titles are shown, and the audit has it; a blank one is none (ADM-13)', async () => {
    const week = `/admin/v1/accounts/${setup.account.sub}/events?from=2026-11-30T00:00:00Z&to=2026-12-07T00:00:00Z`;
    const blank = await setup.call('GET', `${week}&reason=%20`);
    expect(blank.body).toMatchObject({ errors: { reason: [{ key: 'errors.required' }] } });
    const { body } = await setup.call('GET', `${week}&reason=Ticket%204711`);
    expect(body).toMatchObject({ events: [{ summary: 'Secret' }] });
    const audit = await setup.call('GET', `/admin/v1/audit?sub=${setup.account.sub}&action=events.viewed`);
    expect(audit.body).toMatchObject({
      entries: [{ actor: 'admin key', reason: 'Ticket 4711', sub: setup.account.sub }],
    });
  });

  it.each([
    '',
    '?from=2026-11-30T00:00:00Z',
    '?from=2026-11-30T00:00:00Z&to=2026-11-29T00:00:00Z',
    '?from=2026-11-30T00:00:00Z&to=2027-11-29T00:00:00Z',
  ])('given the span %j, then it is refused in words', async (query) => {
    expect((await setup.call('GET', `/admin/v1/accounts/${setup.account.sub}/events${query}`)).status).toBe(422);
  });
});
