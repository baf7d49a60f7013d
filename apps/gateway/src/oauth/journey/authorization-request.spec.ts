import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerTo, checkAuthorization } from './authorization-request.js';

const clientOf = (redirect_uris: readonly string[], client_type = 'confidential') => ({ redirect_uris, client_type });
const registered = ['https://app.example/callback', 'http://127.0.0.1:8080/cb?keep=1'];

describe('a request for authorization', () => {
  const valid = {
    response_type: 'code',
    client_id: 'app',
    redirect_uri: registered[0],
    scope: 'read_events create_event',
    state: 's',
  };

  it('given any query, when checked, then there is never a redirect to an unregistered address', () => {
    const near = fc.constantFrom(
      ...registered,
      `${registered[0]}/`,
      `${registered[0]}?x`,
      'https://app.example',
      'HTTPS://APP.EXAMPLE/callback',
      'https://app.example.evil/callback',
      'https://evil/',
      '//evil',
      'javascript:alert(1)',
    );
    const value = fc.oneof(
      near,
      fc.string(),
      fc.array(near, { maxLength: 3 }),
      fc.constantFrom(null, undefined, 0, {}, 'code', 'S256', 'plain'),
    );
    const names = fc.constantFrom(
      'response_type',
      'client_id',
      'redirect_uri',
      'scope',
      'state',
      'code_challenge',
      'code_challenge_method',
      'prompt',
    );
    const property = fc.property(
      fc.dictionary(names, value),
      fc.boolean(),
      fc.option(fc.subarray(registered)),
      (changes, based, known) => {
        const check = checkAuthorization(based ? { ...valid, ...changes } : changes, known && clientOf(known));
        const target =
          check.outcome === 'valid'
            ? check.request.redirectUri
            : check.outcome === 'redirect-error'
              ? check.redirectUri
              : null;
        if (target !== null) expect(known).toContain(target);
        if (check.outcome === 'redirect-error')
          expect(new URL(answerTo(target!, { error: check.error })).origin).toBe(new URL(target!).origin);
      },
    );
    fc.assert(property, { numRuns: 2_000 });
  });

  it.each([
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ response_type: undefined }, 'invalid_request'],
    [{ scope: '' }, 'invalid_scope'],
    [{ scope: 'read_events fly' }, 'invalid_scope'],
    [{ scope: ['read_events', 'create_event'] }, 'invalid_request'],
    [{ code_challenge: 'x', code_challenge_method: 'S256' }, 'invalid_request'],
    [{ code_challenge: 'a'.repeat(43), code_challenge_method: 'plain' }, 'invalid_request'],
    [{ code_challenge: 'a'.repeat(43) }, 'invalid_request'],
    [{ code_challenge_method: 'S256' }, 'invalid_request'],
  ])('given %o, when checked, then the application receives %s, with its state', (change, error) => {
    expect(checkAuthorization({ ...valid, ...change }, clientOf(registered))).toMatchObject({
      outcome: 'redirect-error',
      error,
      state: 's',
    });
  });

  it('given a public client, when it sends no challenge, then it is refused; with one it is not', () => {
    const client = clientOf(registered, 'public');
    expect(checkAuthorization(valid, client)).toMatchObject({ outcome: 'redirect-error', error: 'invalid_request' });
    const pkce = { code_challenge: 'a'.repeat(43), code_challenge_method: 'S256' };
    expect(checkAuthorization({ ...valid, ...pkce }, client)).toMatchObject({ outcome: 'valid' });
  });

  it('given a valid one, when checked, then its scopes are in the canonical order, read_events including free/busy', () => {
    expect(checkAuthorization({ ...valid, scope: ' create_event  read_events' }, clientOf(registered))).toMatchObject({
      outcome: 'valid',
      request: {
        scope: ['read_events', 'create_event'],
        redirectUri: registered[0],
        codeChallenge: null,
      },
    });
  });

  it('given an address with a query, when answered, then the query is kept', () => {
    expect(answerTo(registered[1]!, { code: 'a b', state: null })).toBe('http://127.0.0.1:8080/cb?keep=1&code=a+b');
  });
});
