import { roles, type Role } from './administrators.js';

/** Claims of an ID token or of userinfo, as the issuer sent them. */
export type Claims = Readonly<Record<string, unknown>>;

const own = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;

/** The claim of that very name, which may contain dots (`https://example.com/roles`); otherwise the dots lead into objects. */
const claimOf = (claims: Claims, name: string): unknown =>
  own(claims, name) ?? name.split('.').reduce<unknown>((value, step) => own(value, step), claims);

/** The highest role that the claim's values give; undefined: none of them gives one. */
export function roleOfClaims(claims: Claims, name: string, byValue: ReadonlyMap<string, Role>): Role | undefined {
  const values = new Set([claimOf(claims, name)].flat());
  const given = [...byValue].filter(([value]) => values.has(value)).map(([, role]) => role);
  return roles.findLast((role) => given.includes(role));
}

const text = (value: unknown) => (typeof value === 'string' && /^[^\p{C}]{1,200}$/u.test(value) ? value : undefined);

/** How the audit names the person: the verified address or the user name, and always the issuer's own identifier. */
export function actorOfClaims(claims: Claims): string {
  const address = claims.email_verified === true ? text(claims.email) : undefined;
  const shown = address ?? text(claims.preferred_username);
  const subject = String(claims.sub).slice(0, 255);
  return shown === undefined ? subject : `${shown} (${subject})`;
}
