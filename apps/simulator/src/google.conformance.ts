import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call } from './simulator.fixture.js';

interface GoogleLike {
  url: string;
  stop(): Promise<void>;
}

const redirectUri = 'http://127.0.0.1:9/callback';
const verifier = 'a'.repeat(43);
const challenge = createHash('sha256').update(verifier).digest('base64url');

/**
 * What the simulator and `@emulators/google` have in common: client `test` with secret `secret`, user Ada, one
 * calendar.
 */
export function googleConformance(name: string, start: () => Promise<GoogleLike>): void {
  describe(`Google as ${name}`, () => {
    let google: GoogleLike;
    beforeAll(async () => {
      google = await start();
    });
    afterAll(() => google.stop());

    async function consent(): Promise<URL> {
      const form = new URLSearchParams({
        client_id: 'test',
        redirect_uri: redirectUri,
        scope: 'openid email https://www.googleapis.com/auth/calendar',
        state: 'st-1',
        code_challenge: challenge,
        code_challenge_method: 'S256',
        access_type: 'offline',
        prompt: 'consent',
        email: 'ada@example.com',
      });
      const { status, headers } = await call(`${google.url}/o/oauth2/v2/auth/callback`, { body: form });
      expect(status).toBe(302);
      return new URL(headers.get('location')!);
    }

    const token = (values: Record<string, string>) =>
      call(`${google.url}/oauth2/token`, {
        body: new URLSearchParams({ client_id: 'test', client_secret: 'secret', ...values }),
      });

    async function connected(): Promise<Record<string, string>> {
      const code = (await consent()).searchParams.get('code')!;
      const exchange = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier };
      const { status, body } = await token(exchange);
      expect(status).toBe(200);
      return body as unknown as Record<string, string>;
    }

    it('given an application, when its user is sent here, then a page offers the seeded users', async () => {
      const query = new URLSearchParams({
        client_id: 'test',
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: 'email',
      });
      const { status, body } = await call(`${google.url}/o/oauth2/v2/auth?${query}`);
      expect(status).toBe(200);
      expect(body['text']).toContain('ada@example.com');
    });

    it('given consent, when the code is exchanged, then tokens are issued, and the code works only once', async () => {
      const back = await consent();
      expect(back.searchParams.get('state')).toBe('st-1');
      const code = back.searchParams.get('code')!;
      const exchange = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier };
      const first = await token(exchange);
      expect(first.body).toMatchObject({ token_type: 'Bearer', expires_in: 3600, refresh_token: expect.any(String) });
      expect((await token(exchange)).body).toMatchObject({ error: 'invalid_grant' });
      const { body } = await call(`${google.url}/oauth2/v2/userinfo`, { token: first.body['access_token'] as string });
      expect(body).toMatchObject({ email: 'ada@example.com', sub: expect.any(String) });
    });

    it('given another code verifier, wrong secret or unknown refresh token, then it is refused', async () => {
      const code = (await consent()).searchParams.get('code')!;
      const exchange = {
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        code_verifier: 'b'.repeat(43),
      };
      expect(await token(exchange)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
      const wrong = await token({ ...exchange, client_secret: 'guess' });
      expect(wrong).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
      expect((await token({ grant_type: 'refresh_token', refresh_token: 'none' })).body['error']).toBe('invalid_grant');
    });

    it('given a refresh token, when used, then it returns an access token; when revoked, then none', async () => {
      const { refresh_token } = await connected();
      const refresh = { grant_type: 'refresh_token', refresh_token: refresh_token! };
      expect((await token(refresh)).body).toMatchObject({ access_token: expect.any(String) });
      await call(`${google.url}/oauth2/revoke`, { body: new URLSearchParams({ token: refresh_token! }) });
      expect(await token(refresh)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    });

    it('given a calendar, when events are added and deleted, then lists report it, page by page', async () => {
      const { access_token } = await connected();
      const as = (path: string, options = {}) =>
        call(`${google.url}/calendar/v3${path}`, { token: access_token!, ...options });
      const list = await as('/users/me/calendarList');
      expect(list.body.items).toMatchObject([{ id: 'ada@example.com', primary: true, accessRole: 'owner' }]);
      const events = `/calendars/${encodeURIComponent('ada@example.com')}/events`;
      const at = (hour: number) => ({
        start: { dateTime: `2026-12-01T${hour}:00:00Z` },
        end: { dateTime: `2026-12-01T${hour}:30:00Z` },
      });
      const ids: string[] = [];
      for (const hour of [10, 11, 12]) {
        const created = await as(events, { body: { summary: `At ${hour}`, ...at(hour) } });
        expect(created).toMatchObject({ status: 200, body: { status: 'confirmed', summary: `At ${hour}` } });
        ids.push(created.body['id'] as string);
      }
      const first = await as(`${events}?maxResults=2`);
      expect(first.body.items).toHaveLength(2);
      const second = await as(`${events}?maxResults=2&pageToken=${first.body['nextPageToken'] as string}`);
      expect([...first.body.items, ...second.body.items].map(({ id }) => id).sort()).toEqual([...ids].sort());
      expect((await as(`${events}/${ids[0]}`, { method: 'DELETE' })).status).toBe(204);
      const after = await as(events);
      expect(after.body.items.map(({ id }) => id).sort()).toEqual(ids.slice(1).sort());
      const morning = await as(`${events}?timeMax=2026-12-01T11:15:00Z`);
      expect(morning.body.items.map(({ id }) => id)).toEqual([ids[1]]);
    });

    it('given a wrong token or an unknown calendar, then 401 and 404', async () => {
      const { access_token } = await connected();
      const unknown = `${google.url}/calendar/v3/calendars/nobody/events`;
      expect((await call(unknown, { token: access_token! })).status).toBe(404);
      expect((await call(`${google.url}/calendar/v3/users/me/calendarList`, { token: 'forged' })).status).toBe(401);
    });
  });
}
