import { describe, expect, it } from 'vitest';
import { accountAt } from './caldav.fixture.js';

describe('a password that a provider with app passwords refuses', () => {
  const refusing = (challenge: string) =>
    (async () => new Response('', { status: 401, headers: { 'www-authenticate': challenge } })) as typeof fetch;
  const tried = (url: string, { challenge = 'Basic realm="x"', providerName = 'caldav' } = {}) =>
    accountAt(url, { providerName, fetch: refusing(challenge) }).calendars();

  it.each([
    ['https://caldav.icloud.com/', 'Apple', 'apple'],
    ['https://p42-caldav.icloud.com/', 'Apple', 'apple'],
    ['https://caldav.fastmail.com/', 'Fastmail', 'fastmail'],
    ['https://caldav.gmx.net/', 'two-factor authentication', 'gmx'],
    ['https://caldav.web.de/', 'two-factor authentication', 'gmx'],
    ['https://caldav.calendar.yahoo.com/', 'Yahoo', 'yahoo'],
    ['https://calendar.zoho.eu/', 'Zoho', 'zoho'],
    ['https://cloud.example.com/remote.php/dav/', 'Nextcloud', 'nextcloud'],
    ['https://example.com/nextcloud/remote.php/dav/', 'Nextcloud', 'nextcloud'],
  ])('given %s, then the failure names app passwords of %s', async (url, name, appPasswordsOf) => {
    const failure = { failure: 'authentication-failed', options: { appPasswordsOf } };
    await expect(tried(url)).rejects.toMatchObject(failure);
    await expect(tried(url)).rejects.toThrow(new RegExp(`did not accept the user name and password\\. .*${name}`));
    await expect(tried(url)).rejects.toThrow(/app(-specific)? passwords/);
  });

  it('given a server that calls itself Nextcloud, then too', async () => {
    const challenge = 'Basic realm="Nextcloud", charset="UTF-8"';
    await expect(tried('https://cloud.example.com/', { challenge })).rejects.toThrow('Nextcloud accepts app passwords');
  });

  it.each(['https://dav.example.com/', 'https://icloud.com.example.org/', 'https://notgmx.net/'])(
    'given %s, then no hint',
    async (url) => {
      await expect(tried(url)).rejects.toThrow(/did not accept the user name and password\.$/);
    },
  );
});
