import { scopeBundles, scopes, type Scope } from '@kalends/contracts';

/**
 * The scopes of a space-separated list (RFC 6749 §3.3), bundles expanded, in the contract's order; read_events includes
 * read_free_busy. Null when one is unknown or there is none.
 */
export function parseScope(text: string): Scope[] | null {
  const names = text.split(/\s+/).filter((one) => one !== '');
  const named = names.flatMap((one): readonly string[] => scopeBundles[one] ?? [one]);
  if (named.includes('read_events')) named.push('read_free_busy');
  const known = new Set<string>(scopes);
  if (named.length === 0 || named.some((one) => !known.has(one))) return null;
  return scopes.filter((one) => named.includes(one));
}
