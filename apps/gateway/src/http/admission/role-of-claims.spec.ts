import { describe, expect, it } from 'vitest';
import type { Role } from './administrators.js';
import { actorOfClaims, roleOfClaims } from './role-of-claims.js';

const byValue = new Map<string, Role>([
  ['support', 'viewer'],
  ['sre', 'operator'],
  ['leads', 'admin'],
]);

describe('the role that claims give', () => {
  it.each([
    ['several values', { roles: ['support', 'leads', 'sre'] }, 'roles', 'admin'],
    ['a claim within an object (Keycloak)', { realm_access: { roles: ['sre'] } }, 'realm_access.roles', 'operator'],
    [
      'a claim whose name has dots (Auth0)',
      { 'https://x.example/roles': ['sre'] },
      'https://x.example/roles',
      'operator',
    ],
    ['both, then the claim of that very name', { 'a.b': ['support'], a: { b: ['leads'] } }, 'a.b', 'viewer'],
    ['values in another case', { roles: ['Leads'] }, 'roles', undefined],
    ['nested lists', { roles: [['leads']] }, 'roles', undefined],
    ['no claim', {}, 'roles', undefined],
    ['null', { roles: null }, 'roles', undefined],
    ['a name that every object has', { roles: ['leads'] }, 'constructor.name', undefined],
    ['the length of a list', { roles: ['leads'] }, 'roles.0.length', undefined],
  ])('given %s: %j by %s, then %s', (_, claims, name, role) => {
    expect(roleOfClaims(claims, name, byValue)).toBe(role);
  });
});

describe('the actor of claims', () => {
  it.each([
    [{ sub: '7', email: 'ada@example.com', email_verified: true }, 'ada@example.com (7)'],
    [{ sub: '7', email: 'ada@example.com', email_verified: 'true' }, '7'],
    [{ sub: '7', email: 'ada@example.com', preferred_username: 'ada' }, 'ada (7)'],
    [{ sub: '7', preferred_username: 'admin key\u202e' }, '7'],
    [{ sub: '7', preferred_username: 'x'.repeat(201) }, '7'],
  ])('given %j, then %s', (claims, actor) => expect(actorOfClaims(claims)).toBe(actor));
});
