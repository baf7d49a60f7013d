import { expect, it } from 'vitest';
import { call, e2e, type Account, type Kalends } from './harness/kalends.js';

/** A user of an application with its own limit. */
async function limitedUser(kalends: Kalends, perMinute: number) {
  const application = await kalends.application();
  const changed = await kalends.admin('POST', `/applications/${application.client_id}`, {
    rate_limit_per_minute: perMinute,
  });
  expect(changed).toMatchObject({
    status: 200,
    body: { rate_limit_per_minute: perMinute, rate_limit_per_second: null },
  });
  return { application, user: await kalends.account(application) };
}

const calendars = (kalends: Kalends, user: Account) => kalends.get(user.access_token, '/v1/calendars');

e2e('limits', (kalends) => {
  it('given an application with a limit, when it exceeds it, then 429 states how long to wait, and others continue (HTTP-11)', async () => {
    const { application, user } = await limitedUser(kalends(), 5);
    const other = await kalends().user();
    const answers = [];
    for (let n = 0; n < 12; n++) answers.push(await calendars(kalends(), user));
    const statuses = answers.map(({ status }) => status);
    const refused = answers.filter(({ status }) => status === 429);
    // a new minute may begin meanwhile
    expect(statuses.filter((status) => status === 200).length).toBeOneOf([5, 10]);
    expect(refused[0]!.body).toMatchObject({ error: 'rate_limited' });
    expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(refused[0]!.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect(answers[0]!.headers.get('ratelimit-policy')).toContain('"minute";q=5;w=60');
    expect(answers[0]!.headers.get('ratelimit')).toMatch(/"minute";r=4;t=\d+/);
    expect((await calendars(kalends(), other)).status).toBe(200);
    const byKey = await call('GET', kalends().url('/v1/smart_invites?smart_invite_id=x&recipient_email=a@b.example'), {
      token: application.client_secret,
    });
    expect(byKey.status).toBeOneOf([429, 404]);
  });

  it('given a batch, when it runs, then it counts as one request', async () => {
    const { user } = await limitedUser(kalends(), 3);
    const entry = (n: number) => ({
      method: 'POST',
      relative_url: `/v1/calendars/${user.calendar_id}/events`,
      data: { event_id: `e${n}`, summary: 'x', start: '2026-12-01T10:00:00Z', end: '2026-12-01T11:00:00Z' },
    });
    const answer = await call<{ batch: { status: number }[] }>('POST', kalends().url('/v1/batch'), {
      token: user.access_token,
      body: { batch: Array.from({ length: 10 }, (_, n) => entry(n)) },
    });
    expect(answer.body.batch.map(({ status }) => status)).toEqual(Array<number>(10).fill(202));
  });

  it('given guessed client secrets, when too many were wrong, then wrong ones must wait, and the right one need not', async () => {
    const application = await kalends().application();
    const request = (client_secret: string) =>
      call('POST', kalends().url('/oauth/token'), {
        body: { grant_type: 'refresh_token', client_id: application.client_id, client_secret, refresh_token: 'x' },
        from: '203.0.113.7',
      });
    const wrong = [];
    for (let n = 0; n < 31; n++) wrong.push((await request(`guess-${n}`)).status);
    expect(wrong).toEqual([...Array<number>(30).fill(400), 429]);
    const right = await request(application.client_secret);
    expect([right.status, right.body.error]).toEqual([400, 'invalid_grant']);
    expect(Number((await request('guess')).headers.get('retry-after'))).toBeGreaterThan(0);
  });
});
