import { describe, expect, it } from 'vitest';
import { adminConsentUrl } from './admin-consent-url.js';

describe('the address of an approval', () => {
  const common = {
    authorityUrl: 'https://login.example',
    clientId: 'app',
    returnUrl: 'https://k.example/',
    state: null,
  };

  it.each([
    ['common', 'organizations'],
    ['organizations', 'organizations'],
    ['consumers', 'organizations'],
    ['work.example', 'work.example'],
  ])('given the tenant %s, then the administrator approves at %s', (tenant, at) => {
    expect(new URL(adminConsentUrl({ ...common, tenant })).pathname).toBe(`/${at}/v2.0/adminconsent`);
  });

  it('given further access, then the approval includes it', () => {
    const url = new URL(
      adminConsentUrl({ ...common, tenant: 'work', access: ['rooms', 'shared-calendars', 'working-hours'] }),
    );
    expect(url.searchParams.get('scope')).toBe(
      'openid profile email offline_access User.Read Calendars.ReadWrite Calendars.ReadWrite.Shared Place.Read.All MailboxSettings.Read',
    );
  });
});
