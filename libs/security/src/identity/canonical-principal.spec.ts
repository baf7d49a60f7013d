import { describe, expect, it } from 'vitest';
import { canonicalPrincipal } from './canonical-principal.js';

describe('principals', () => {
  it.each([
    ['another name', '/p/ada', '/p/adam'],
    ['a longer path', '/p/ada', '/p/ada/eve'],
    ['case', '/p/Ada', '/p/ada'],
    ['the Kelvin sign, escaped', '/p/%E2%84%AA', '/p/k'],
    ['an escaped slash', '/p%2Fada', '/p/ada'],
    ['an escaped slash at the end', '/p/ada%2F', '/p/ada/'],
    ['two slashes at the end', '/p/ada//', '/p/ada/'],
    ['an empty segment', '/p//ada', '/p/ada'],
    ['dot segments', '/p/eve/../ada', '/p/ada'],
    ['a dot segment', '/p/./ada', '/p/ada'],
    ['escaped dot segments', '/p/eve/%2E%2E/ada', '/p/ada'],
    ['an escape of an escape', '/p/%2561da', '/p/ada'],
    ['an escaped percent sign', '/p/%25%36%31da', '/p/%61da'],
    ['a reserved character', '/p/ada%40example.com', '/p/ada@example.com'],
    ['an escaped semicolon', '/p/ada%3Bx', '/p/ada;x'],
    ['a query', '/p/?user=ada', '/p/'],
    ['a query with a slash at the end', '/p/?user=ada/', '/p/?user=ada'],
    ['a query with escapes', '/p/?user=%61da', '/p/?user=ada'],
    ['a fragment', '/p/#ada', '/p/#eve'],
    ['a backslash', '/p\\ada', '/p/ada'],
    ['a null character', '/p/ada%00', '/p/ada'],
    ['a space', '/p/ada%20', '/p/ada'],
    ['another host', '//eve.example/p/ada', '/p/ada'],
    ['another origin', 'https://eve.example/p/ada', '/p/ada'],
    ['another origin, with a slash at the end', 'https://eve.example/p/ada/', 'https://eve.example/p/ada'],
    ['another port', 'https://dav.example:8443/p/ada/', 'https://dav.example/p/ada/'],
    ['a path that is not absolute', 'p/ada', '/p/ada'],
    ['a malformed escape', '/p/%6', '/p/%06'],
    ['composed and decomposed', '/p/%C3%A9', '/p/e%CC%81'],
  ])('given two that differ by %s, then they are two people', (_what, one, other) => {
    expect(canonicalPrincipal(one)).not.toBe(canonicalPrincipal(other));
  });

  it.each([
    ['the slash at the end', '/SOGo/dav/ada', '/SOGo/dav/ada/'],
    ['an escaped letter', '/p/%61da/', '/p/ada/'],
    ['escaped unreserved characters', '/p/a%2Db%2ec%5Fd%7E1%39', '/p/a-b.c_d~19'],
    ['the case of an escape', '/p/%e2%84%aa', '/p/%E2%84%AA/'],
    ['both', '/p/%41da', '/p/Ada/'],
  ])('given two that differ by %s, then they are one person (RFC 3986 §6.2.2)', (_what, one, other) => {
    expect(canonicalPrincipal(one)).toBe(canonicalPrincipal(other));
    expect(canonicalPrincipal(canonicalPrincipal(one))).toBe(canonicalPrincipal(one));
  });
});
