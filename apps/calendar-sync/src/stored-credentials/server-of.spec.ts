import { describe, expect, it } from 'vitest';
import { newProfile } from '../published-state/store-profile.js';
import { deadlineOf, serverOf } from './server-of.js';

const profile = newProfile({
  profile_id: 'pro_1',
  account_id: 'acc_1',
  provider_name: 'caldav',
  profile_name: 'ada',
  url: 'https://dav.example.com/ada/',
  username: 'ada',
  default_tzid: 'Etc/UTC',
});

describe('whose answers a profile waits for', () => {
  it.each([
    ['https://a.example.co.uk/', 'example.co.uk'],
    ['https://b.example.co.uk:8443/dav/', 'example.co.uk'],
    ['https://ada.github.io/', 'ada.github.io'],
    ['http://192.0.2.7:5232/', '192.0.2.7'],
    ['http://[2001:db8::1]/', '[2001:db8::1]'],
    ['http://localhost:5232/', 'localhost'],
  ])('given %s, then %s', (url, server) => expect(serverOf({ ...profile, url })).toBe(server));

  it('given a provider with one endpoint, then its name', () =>
    expect(serverOf({ provider_name: 'google', url: null })).toBe('google'));
});

describe('how long an answer may take', () => {
  it.each([
    ['was quick at its last sync', {}, 20_000],
    ['was never read', { initial_sync: 'pending' as const }, 120_000],
    ['was slow at its last sync', { slow_server: 'example.com' }, 120_000],
    ['has just failed', { failures: 1 }, 120_000],
    ['has just failed to accept a write', { write_failures: 1 }, 120_000],
  ])('given a server that %s, then %o: %i ms', (_, state, ms) =>
    expect(deadlineOf({ ...profile, initial_sync: 'done', ...state }, 120_000)).toBe(ms),
  );
});
