import { describe, expect, it } from 'vitest';
import { acceptedUrl } from './accepted-url.js';

describe('the address of a request', () => {
  it.each([
    ['/v1/available_periods/', '/v1/available_periods'],
    ['/v1/available_periods/?available_period_id=one/', '/v1/available_periods?available_period_id=one/'],
    ['/v1/events', '/v1/events'],
    ['/v1/', '/v1/'],
    ['/v1/events//', '/v1/events//'],
    ['/docs/', '/docs/'],
    ['/', '/'],
  ])('given %s, then %s is called (HTTP-22)', (url, called) => expect(acceptedUrl(url)).toBe(called));
});
