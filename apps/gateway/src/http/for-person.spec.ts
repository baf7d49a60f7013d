import { describe, expect, it } from 'vitest';
import { isForPerson } from './for-person.js';

const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
const navigates = { accept, 'sec-fetch-mode': 'navigate' };

describe('whether a person waits for an answer', () => {
  it.each<[string, Record<string, string>, boolean]>([
    ['/oauth/authorize', { accept }, true],
    ['/nothing', { accept }, true],
    ['/v1x', { accept }, true],
    ['/nothing', { accept: '*/*' }, false],
    ['/nothing', {}, false],
    ['/nothing', { accept, authorization: 'Bearer x' }, false],
    ['/v1/calendars', navigates, true],
    ['/admin/v1/applications?a=b', navigates, true],
    ['/v1/calendars', { accept }, false],
    ['/v1', { accept }, false],
    ['/admin/v1/applications', { accept, 'sec-fetch-mode': 'cors' }, false],
    ['/oauth/token', { accept }, false],
    ['/oauth/token/revoke', { accept }, false],
    ['/v1/calendars', { ...navigates, authorization: 'Bearer x' }, false],
  ])('given %s with %j, then %j', (url, headers, isPerson) => {
    expect(isForPerson({ url, headers } as never)).toBe(isPerson);
  });
});
