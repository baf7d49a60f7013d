import { describe, expect, it } from 'vitest';
import { canonicalPath, hrefOf, resolveHref, sameSite } from './addresses.js';

describe('CalDAV addresses', () => {
  it.each([
    ['/a%20b/%C3%A9%26.ics', '/a b/é&.ics'],
    ['/caf%c3%a9/x%40y.ics', '/café/x@y.ics'],
    ['/100%/plain.ics', '/100%/plain.ics'],
  ])('given %s and %s, when made canonical, then they are the same resource', (one, other) => {
    expect(canonicalPath(one)).toBe(canonicalPath(other));
    expect(canonicalPath(canonicalPath(one))).toBe(canonicalPath(one));
  });

  it('given an escaped slash, when made canonical, then it stays inside its segment', () => {
    expect(canonicalPath('/a%2Fb')).toBe('/a%2Fb');
    expect(canonicalPath('/a/b')).toBe('/a/b');
  });

  it('given a server behind a proxy, when its hrefs name another scheme or port, then ours are kept', () => {
    expect(resolveHref('http://dav.example.com:8080/cal/', 'https://dav.example.com/x')).toBe(
      'https://dav.example.com/cal/',
    );
    expect(hrefOf('https://p12-caldav.icloud.com/1/cal/', 'https://p12-caldav.icloud.com/1/')).toBe('/1/cal/');
    expect(hrefOf('https://other.example.com/cal/', 'https://dav.example.com/')).toBe('https://other.example.com/cal/');
  });

  it.each([
    ['https://caldav.icloud.com/', 'https://p42-caldav.icloud.com/', true],
    ['https://example.com/', 'https://dav.example.com/', true],
    ['https://dav.example.com/', 'https://example.com/', true],
    ['http://dav.example.com/', 'https://dav.example.com/', true],
    ['https://dav.example.com/', 'http://dav.example.com/', false],
    ['https://dav.example.com/', 'https://example.net/', false],
    ['https://ada.co.uk/', 'https://eve.co.uk/', false],
    ['https://ada.duckdns.org/', 'https://eve.duckdns.org/', false],
    ['https://duckdns.org/', 'https://eve.duckdns.org/', false],
    ['https://dav.ada.duckdns.org/', 'https://ada.duckdns.org/', true],
    ['https://ada.com/', 'https://eve.com/', false],
    ['https://example.com/', 'https://evilexample.com/', false],
    ['http://127.0.0.1:1000/', 'http://127.0.0.1:2000/', false],
    ['https://10.0.0.1/', 'https://11.0.0.1/', false],
  ])('given credentials for %s, when directed to %s, then %s', (from, to, expected) => {
    expect(sameSite(new URL(from), new URL(to))).toBe(expected);
  });
});
