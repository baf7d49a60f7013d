import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { skipFor, missingForRadicale, startRadicale, waitUntil, type Radicale } from '@kalends/testing';
import { beforeEach, expect, it } from 'vitest';
import { adminKey, encryptionKey } from './harness/deployment.js';
import { readStoredData, placesOf } from './harness/stored-data.js';
import { call, e2e } from './harness/kalends.js';
import { RadicaleCalendar } from './harness/radicale-calendar.js';
import { readInvite, sendMail } from './harness/reply-mail.js';

const password = 'Planted-Password-8213';
/** Parts of addresses: stored with them, and nobody else's to read in a log. */
const inAddresses = ['Planted-Path-8213-4f9Kq2Zt', 'Planted-Query-8213', 'Planted-Link-8213', 'Planted-State-8213'];

e2e('secrets', (kalends) => {
  let radicale: Radicale;
  /** Answers 410 to everything. */
  let gone: string;
  beforeEach(async (context) => {
    const missing = missingForRadicale();
    if (missing) return skipFor(context, missing);
    radicale = await startRadicale({ users: { ada: password } });
    const server = createServer((_, response) => response.writeHead(410).end()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    gone = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return async () => {
      server.close();
      await radicale.stop();
    };
  });

  it(
    'given all secrets in use, when tables, topics and logs are searched, then none of them is found',
    { timeout: 120_000 },
    async () => {
      const application = await kalends().application();
      const user = await kalends().account(application);
      await RadicaleCalendar.create(radicale, 'ada', password, 'work');
      const developer = (await kalends().admin<{ key: string }>('POST', '/developers', { name: 'Grace' })).body;
      const second = (
        await kalends().admin<{ client_secret: string }>('POST', `/applications/${application.client_id}/secrets`)
      ).body;
      const refreshed = await call<{ access_token: string; refresh_token: string }>(
        'POST',
        kalends().url('/oauth/token'),
        {
          body: { grant_type: 'refresh_token', ...pick(application), refresh_token: user.refresh_token },
        },
      );
      const { access_token: token } = refreshed.body;
      const profile = { provider_name: 'caldav', url: radicale.url, username: 'ada', password };
      expect((await kalends().admin('POST', `/accounts/${user.sub}/profiles`, profile)).status).toBe(201);
      const link = await call<{ link_token: string }>('POST', kalends().url('/v1/link_tokens'), { token });
      const page = await call<{ element_token: { token: string } }>('POST', kalends().url('/v1/element_tokens'), {
        token: application.client_secret,
        body: { permissions: ['agenda'], subs: [user.sub], origin: 'https://app.example' },
      });
      const { token: elementToken } = page.body.element_token;
      for (const et of [elementToken, 'Planted-Element-8213'])
        await call('GET', kalends().url(`/v1/events?tzid=Etc/UTC&et=${et}`));
      const wrong = { ...profile, password: 'Planted-Wrong-8213' };
      await kalends().admin('POST', `/accounts/${user.sub}/profiles`, wrong);
      await call('POST', kalends().url('/oauth/token'), {
        body: {
          grant_type: 'refresh_token',
          client_id: application.client_id,
          client_secret: 'Planted-Guess-8213',
          refresh_token: 'x',
        },
      });
      await call('POST', kalends().url('/v1/events'), {
        token: 'Planted-Token-8213',
        raw: '{"broken',
        type: 'application/json',
      });
      const journey = new URLSearchParams({
        client_id: application.client_id,
        link_token: inAddresses[2]!,
        state: inAddresses[3]!,
      });
      await call('GET', kalends().url(`/oauth/authorize?${journey}`));
      await call('GET', kalends().url(`/v1/events?access_token=${inAddresses[1]}`));
      const invited = await call<{ attachments: { icalendar: string } }>('POST', kalends().url('/v1/smart_invites'), {
        token: application.client_secret,
        body: {
          method: 'request',
          smart_invite_id: 'secrets',
          callback_url: `${gone}/hooks/${inAddresses[0]}?k=${inAddresses[1]}`,
          recipient: { email: 'ann@example.com' },
          event: { summary: 'Planning', start: '2027-01-12T15:30:00Z', end: '2027-01-12T17:00:00Z', tzid: 'Etc/UTC' },
        },
      });
      await sendMail(kalends().deployment.smtpPort, {
        ...readInvite(invited.body.attachments.icalendar),
        from: 'ann@example.com',
        partstat: 'ACCEPTED',
        comment: 'with a callback that fails',
        at: Date.now(),
      });
      const tried = () =>
        kalends()
          .get(application.client_secret, '/v1/callbacks')
          .then(({ text }) => text.includes('"attempts":[{'));
      await waitUntil(tried, { what: 'a callback to be tried' });

      const places = await readStoredData(kalends().deployment);
      // the search does find data
      expect(placesOf(places, { summary: 'Planning' }).length).toBeGreaterThan(0);
      expect(placesOf(places, { client: application.client_id }).length).toBeGreaterThan(0);
      const secrets = {
        'admin key': adminKey,
        'encryption key': encryptionKey,
        'developer key': developer.key,
        'client secret': application.client_secret,
        'second client secret': second.client_secret,
        'access token': user.access_token,
        'refresh token': user.refresh_token,
        'renewed access token': token,
        'renewed refresh token': refreshed.body.refresh_token,
        'link token': link.body.link_token,
        'element token': elementToken,
        'unknown element token': 'Planted-Element-8213',
        password,
        'wrong password': 'Planted-Wrong-8213',
        'guessed secret': 'Planted-Guess-8213',
        'unknown token': 'Planted-Token-8213',
      };
      expect(Object.values(secrets).every((secret) => typeof secret === 'string' && secret.length > 10)).toBe(true);
      expect(placesOf(places, secrets)).toEqual([]);
      const log = places.filter(({ name }) => name === 'log');
      expect(log.map(({ text }) => text).join()).toContain('endpoint.disabled');
      expect(placesOf(log, Object.fromEntries(inAddresses.map((part) => [part, part])))).toEqual([]);
    },
  );
});

const pick = ({ client_id, client_secret }: { client_id: string; client_secret: string }) => ({
  client_id,
  client_secret,
});
