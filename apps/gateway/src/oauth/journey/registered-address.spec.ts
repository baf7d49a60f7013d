import { expect, it } from 'vitest';
import { isRegistered } from './registered-address.js';

const registered = ['https://*.example.com/callback?from=kalends', 'https://example.org/callback'];

it.each([
  'https://evil.com/.example.com/callback?from=kalends',
  'https://evil.com#.example.com/callback?from=kalends',
  'https://evil.com?.example.com/callback?from=kalends',
  'https://evil.com\\.example.com/callback?from=kalends',
  'https://user@evil.example.com/callback?from=kalends',
  'https://user:pass@a.example.com/callback?from=kalends',
  'https://a.b.example.com/callback?from=kalends',
  'https://example.com/callback?from=kalends',
  'https://.example.com/callback?from=kalends',
  'https://-a.example.com/callback?from=kalends',
  'https://%61.example.com/callback?from=kalends',
  'https://a.example.com:8443/callback?from=kalends',
  'https://a.example.com/callback?from=kalends&more=1',
  'https://a.example.com/callback/../other?from=kalends',
  'https://a.example.com/other?from=kalends',
  'http://a.example.com/callback?from=kalends',
  'https://a.example.com.evil.com/callback?from=kalends',
  'https://*.example.com/callback?from=kalends'.replace('*', '**'),
  'https://example.org/callback/',
  '',
])(
  'given a subdomain pattern, when the browser should return to %s, then it is not registered (AUTH-12)',
  (address) => {
    expect(isRegistered(registered, address)).toBe(false);
  },
);

it.each([
  'https://a.example.com/callback?from=kalends',
  'https://team-7.example.com/callback?from=kalends',
  'https://example.org/callback',
])(
  'given a subdomain pattern and an address, when the browser should return to %s, then it is registered (AUTH-12)',
  (address) => {
    expect(isRegistered(registered, address)).toBe(true);
  },
);
