import { expect, it } from 'vitest';
import { call, e2e, type Application } from './harness/kalends.js';

const long = 'x'.repeat(500_000);

e2e('hostile requests to the token endpoint', (kalends) => {
  // wrong secrets are counted by address: these come from one that no other test uses
  const from = `198.51.100.${1 + (process.pid % 250)}`;
  const send = (path: string, body: unknown) =>
    call<{ error: string; error_description: string }>('POST', kalends().url(path), { body, from });
  const refresh = ({ client_id, client_secret }: Application, more: object = {}) =>
    send('/oauth/token', { grant_type: 'refresh_token', client_id, client_secret, refresh_token: 'unknown', ...more });

  it.each([
    ['/oauth/token', 'grant_type'],
    ['/oauth/token', 'client_id'],
    ['/oauth/token', 'client_secret'],
    ['/oauth/token', 'code'],
    ['/oauth/token', 'redirect_uri'],
    ['/oauth/token', 'code_verifier'],
    ['/oauth/token', 'refresh_token'],
    ['/oauth/token/revoke', 'client_id'],
    ['/oauth/token/revoke', 'client_secret'],
    ['/oauth/token/revoke', 'token'],
    ['/oauth/token/revoke', 'refresh_token'],
    ['/oauth/token/revoke', 'sub'],
    ['/v1/application_calendars', 'client_id'],
    ['/v1/application_calendars', 'client_secret'],
  ])('given %s with a %s of 500 kB, of other characters, or twice, then 400 names it', async (path, name) => {
    const right = { grant_type: 'refresh_token', client_id: 'app', client_secret: 's', application_calendar_id: 'x' };
    for (const value of [long, 'ä', 'a\nb', ['one', 'two'], { a: 1 }, 7]) {
      const { status, body } = await send(path, { ...right, [name]: value });
      expect([status, body.error]).toEqual([400, 'invalid_request']);
      expect(body.error_description).toContain(name);
      expect(body.error_description).toMatch(/^[\x20\x21\x23-\x5B\x5D-\x7E]{1,300}$/);
    }
  });

  /** Resident memory of the largest process, in MB. */
  const residentMb = async () => {
    const pages = await Promise.all(kalends().deployment.metricsUrls.map(async (url) => (await fetch(url)).text()));
    const sizes = pages.map((text) => Number(/^process_resident_memory_bytes(?:\{[^}]*\})? (\S+)$/m.exec(text)![1]));
    return Math.max(...sizes) / 1_048_576;
  };

  it(
    'given 716 client ids of 500 kB, then each is refused, and none is kept in memory',
    { tags: 'long', timeout: 120_000 },
    async () => {
      const guess = (n: number) =>
        send('/oauth/token', {
          grant_type: 'refresh_token',
          client_id: `${n}${long}`,
          client_secret: 'guess',
          refresh_token: 'x',
        });
      for (let n = 0; n < 40; n += 1) await guess(n);
      const before = await residentMb();
      for (let n = 0; n < 716; n += 1) expect((await guess(n)).status).toBe(400);
      expect((await residentMb()) - before).toBeLessThan(250);
    },
  );

  it('given a client that guesses a secret, then it must wait, and the real client need not', async () => {
    const [application, other] = [await kalends().application(), await kalends().application()];
    const statuses: number[] = [];
    for (let n = 0; n < 31; n += 1)
      statuses.push((await refresh(application, { client_secret: `KAL_guess-${n}` })).status);
    expect([statuses[0], statuses.at(-1)]).toEqual([400, 429]);
    const wrong = { client_id: application.client_id, client_secret: 'KAL_guess', token: 'x' };
    expect((await send('/oauth/token/revoke', wrong)).status).toBe(429);
    expect((await send('/v1/application_calendars', wrong)).status).toBe(429);
    for (const one of [application, other]) {
      const { status, body } = await refresh(one);
      expect([status, body.error]).toEqual([400, 'invalid_grant']);
    }
    const { client_id, client_secret } = application;
    const opened = await send('/v1/application_calendars', { client_id, client_secret, application_calendar_id: 'c' });
    expect(opened.status).toBe(200);
  });

  it('given an application’s limit, when it opens calendars, then they count like any other request', async () => {
    const { client_id, client_secret } = await kalends().application();
    await kalends().admin('POST', `/applications/${client_id}`, { rate_limit_per_minute: 3 });
    const answers = [];
    for (let n = 0; n < 4; n += 1)
      answers.push(await send('/v1/application_calendars', { client_id, client_secret, application_calendar_id: 'c' }));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(3);
    expect(statuses.at(-1)).toBe(429);
    expect(Number(answers.at(-1)!.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});
