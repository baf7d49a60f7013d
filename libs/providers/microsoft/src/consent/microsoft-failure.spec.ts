import { describe, expect, it } from 'vitest';
import { microsoftFailureOfAnswer, problemOf } from './microsoft-failure.js';

describe('an error of Microsoft', () => {
  it.each([
    ['invalid_grant', 70000, 'sign-in'],
    ['invalid_grant', 70008, 'sign-in'],
    ['invalid_grant', 54005, 'sign-in'],
    ['invalid_grant', 65001, 'admin-consent'],
    ['invalid_grant', 50057, 'locked'],
    ['invalid_grant', 50055, 'locked'],
    ['interaction_required', 50076, 'sign-in'],
    ['interaction_required', 53003, 'not-permitted'],
    ['login_required', 50058, 'sign-in'],
    ['consent_required', 65001, 'admin-consent'],
    ['access_denied', 65004, 'declined'],
    ['access_denied', 90094, 'admin-consent'],
    ['access_denied', 900941, 'admin-consent'],
    ['access_denied', 50105, 'not-permitted'],
    ['invalid_request', 50020, 'not-permitted'],
    ['unauthorized_client', 700016, 'operator'],
    ['invalid_client', 7000215, 'operator'],
    ['invalid_client', 7000222, 'operator'],
    ['invalid_request', 50011, 'operator'],
    ['invalid_request', 501481, 'operator'],
    ['invalid_scope', 70011, 'operator'],
    ['temporarily_unavailable', 90033, 'away'],
    ['server_error', 90033, 'away'],
    ['something_new', 12345, 'operator'],
  ])('given %s with AADSTS%i, then its class is %s', (error, number, expected) => {
    expect(problemOf({ error, description: `AADSTS${number}: a text.` })).toBe(expected);
  });

  it.each([
    ['no number', 'access_denied', '', 'declined'],
    ['a name that every object has', 'constructor', '', 'operator'],
    ['a number elsewhere in the text', 'access_denied', 'See AADSTS90094.', 'declined'],
    ['a longer number that begins the same', 'access_denied', 'AADSTS9009499: x', 'declined'],
  ])('given %s, then `error` decides', (_what, error, description, expected) => {
    expect(problemOf({ error, description })).toBe(expected);
  });

  it.each([
    [503, '', 'away'],
    [429, '{"error":"invalid_grant"}', 'away'],
    [400, '<html>', 'operator'],
  ])('given the status %i and %s, then its class is %s, and no text is kept', (status, text, problem) => {
    const failure = microsoftFailureOfAnswer(status, text);
    expect([failure.problem, failure.message.includes('html')]).toEqual([problem, false]);
  });
});
