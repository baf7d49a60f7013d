import { loadConfig } from '@kalends/service-runtime';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { gatewaySettings } from './settings.js';

const read = (env: Record<string, string>) => loadConfig(z.object(gatewaySettings), env);
const personalAccounts =
  'MICROSOFT_OPTIONAL_ACCESS with rooms or shared-calendars needs a MICROSOFT_TENANT without personal accounts: organizations, or one tenant';

describe('the settings of the gateway', () => {
  it('given nothing, when loaded, then everybody may sign in, and nothing else is requested', () => {
    const loaded = read({});
    expect(loaded.ok && loaded.config).toMatchObject({ MICROSOFT_TENANT: 'common' });
    expect(loaded.ok && loaded.config.MICROSOFT_OPTIONAL_ACCESS).toBeUndefined();
  });

  it.each(['common', 'consumers', 'organizations'])(
    'given working hours for %s, when loaded, then they are requested',
    (tenant) => {
      const loaded = read({ MICROSOFT_OPTIONAL_ACCESS: 'working-hours', MICROSOFT_TENANT: tenant });
      expect(loaded.ok && loaded.config.MICROSOFT_OPTIONAL_ACCESS).toEqual(['working-hours']);
    },
  );

  it.each([
    [
      { MICROSOFT_OPTIONAL_ACCESS: 'rooms,mail', MICROSOFT_TENANT: 'organizations' },
      'MICROSOFT_OPTIONAL_ACCESS must be a comma-separated list of rooms, shared-calendars, working-hours, not "rooms,mail"',
    ],
    [{ MICROSOFT_OPTIONAL_ACCESS: 'rooms' }, personalAccounts],
    [{ MICROSOFT_OPTIONAL_ACCESS: 'working-hours,rooms', MICROSOFT_TENANT: 'common' }, personalAccounts],
    [{ MICROSOFT_OPTIONAL_ACCESS: 'rooms', MICROSOFT_TENANT: 'consumers' }, personalAccounts],
    [{ MICROSOFT_CLIENT_ID: 'id' }, 'MICROSOFT_CLIENT_SECRET is required with MICROSOFT_CLIENT_ID'],
  ])('given %o, when loaded, then it is one clear line', (env, line) => {
    expect(read(env)).toEqual({ ok: false, problems: [line] });
  });
});
