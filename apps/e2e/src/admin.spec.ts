import { expect, it } from 'vitest';
import { call, e2e, type Application } from './harness/kalends.js';

e2e('the admin API', (kalends) => {
  it('given a developer, when using the admin API, then only their own applications can be read and changed (ADM-1)', async () => {
    const { body: developer } = await kalends().admin<{ key: string }>('POST', '/developers', { name: 'Dev' });
    const foreign = await kalends().application();
    const as = <Body = Record<string, unknown>>(method: string, path: string, body?: unknown) =>
      call<Body>(method, kalends().url(`/admin/v1${path}`), { token: developer.key, body });

    const own = await as<Application>('POST', '/applications', { name: 'Own', redirect_uris: [] });
    const list = await as<{ applications: Application[] }>('GET', '/applications');

    expect(own.status).toBe(201);
    expect(own.body).toMatchObject({ name: 'Own', redirect_uris: [], plan: 'emerging' });
    expect(own.body.client_secret).toMatch(/^KAL_/);
    expect(list.body.applications.map(({ client_id }) => client_id)).toEqual([own.body.client_id]);
    expect((await as('POST', `/applications/${foreign.client_id}/secrets`)).status).toBe(404);
    expect((await as('POST', `/applications/${foreign.client_id}/accounts`, { email: 'a@b.example' })).status).toBe(
      404,
    );
    expect((await as('POST', '/developers', { name: 'x' })).status).toBe(403);
    const account = await kalends().account(foreign);
    expect((await as('DELETE', `/accounts/${account.sub}`)).status).toBe(404);
    expect((await as('GET', `/accounts/${account.sub}/profiles`)).status).toBe(404);
  });

  it('given a rotated secret, then both are valid until one is removed, and the last one stays', async () => {
    const { application, ...user } = await kalends().user();
    const refresh = async (client_secret: string) =>
      (
        await call('POST', kalends().url('/oauth/token'), {
          body: {
            grant_type: 'refresh_token',
            client_id: application.client_id,
            client_secret,
            refresh_token: user.refresh_token,
          },
        })
      ).status;
    const path = `/applications/${application.client_id}/secrets`;

    const added = await kalends().admin<{ secret_id: string; client_secret: string }>('POST', path);

    expect(added.status).toBe(201);
    expect(await refresh(application.client_secret)).toBe(200);
    expect(await refresh(added.body.client_secret)).toBe(200);
    expect((await kalends().admin('DELETE', `${path}/${added.body.secret_id}`)).status).toBe(204);
    expect(await refresh(added.body.client_secret)).toBe(400);
    expect(await refresh(application.client_secret)).toBe(200);
    expect((await kalends().admin('DELETE', `${path}/${added.body.secret_id}`)).status).toBe(404);
    expect((await kalends().admin('DELETE', `${path}/${application.secret_id}`)).status).toBe(422);
    const replacement = await kalends().admin<{ client_secret: string }>('POST', path);
    expect((await kalends().admin('DELETE', `${path}/${application.secret_id}`)).status).toBe(204);
    expect(await refresh(application.client_secret)).toBe(400);
    expect(await refresh(replacement.body.client_secret)).toBe(200);
  });

  it("given an account, then its zone is the built-in calendar's and all scopes are granted by default", async () => {
    const user = await kalends().user({ default_tzid: 'Asia/Tokyo' });

    const { body } = await kalends().get<{ account: object }>(user.access_token, '/v1/account');
    const { body: calendars } = await kalends().get<{ calendars: object[] }>(user.access_token, '/v1/calendars');

    expect(body.account).toMatchObject({
      account_id: user.sub,
      email: 'ada@example.com',
      name: 'Ada',
      default_tzid: 'Asia/Tokyo',
    });
    expect(user.scope.split(' ')).toContain('delete_event');
    expect(calendars.calendars).toMatchObject([
      {
        provider_name: 'kalends',
        profile_name: 'ada@example.com',
        calendar_id: user.calendar_id,
        calendar_readonly: false,
        calendar_deleted: false,
        calendar_primary: true,
      },
    ]);
  });

  it('given an account with events, when it is deleted, then it and its tokens are unknown', async () => {
    const user = await kalends().user();
    await kalends().upsert(user, { event_id: '1', summary: 's', start: '2026-12-01', end: '2026-12-02' });

    const deleted = await kalends().admin('DELETE', `/accounts/${user.sub}`);

    expect(deleted.status).toBe(204);
    expect((await kalends().get(user.access_token, '/v1/events?tzid=Etc/UTC')).status).toBe(401);
    expect((await kalends().admin('GET', `/accounts/${user.sub}/profiles`)).status).toBe(404);
    expect((await kalends().admin('DELETE', `/accounts/${user.sub}`)).status).toBe(404);
  });

  it('given no key, a wrong key or invalid fields, then 401 or 422', async () => {
    const none = await call('GET', kalends().url('/admin/v1/applications'));
    const wrong = await call('GET', kalends().url('/admin/v1/applications'), { token: 'wrong' });
    const body = { name: '', redirect_uris: ['javascript:alert(1)', '/relative'], plan: 'gold' };
    const invalid = await kalends().admin<{ errors: object }>('POST', '/applications', body);

    expect([none.status, wrong.status]).toEqual([401, 401]);
    expect(invalid.status).toBe(422);
    expect(Object.keys(invalid.body.errors).sort()).toEqual(['name', 'plan', 'redirect_uris[0]', 'redirect_uris[1]']);
  });
});
