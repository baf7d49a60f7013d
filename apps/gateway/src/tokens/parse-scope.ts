import { scopeBundles, scopes, type Scope } from '@kalends/public-api';

/** All names that a request may use, bundles included. */
export const knownScopes: readonly string[] = [...scopeBundles.keys(), ...scopes];

const namesIn = (text: string) => text.split(/\s+/).filter((one) => one !== '');

/** The names of a space-separated list that mean nothing. */
export const unknownScopes = (text: string): string[] => namesIn(text).filter((one) => !knownScopes.includes(one));

/**
 * The scopes of a space-separated list (RFC 6749 §3.3), bundles expanded, in the contract's order. Null when one is unknown
 * or there is none.
 */
export function parseScope(text: string): Scope[] | null {
  const named = namesIn(text).flatMap((one): readonly string[] => scopeBundles.get(one) ?? [one]);
  const known = new Set<string>(scopes);
  if (named.length === 0 || named.some((one) => !known.has(one))) return null;
  return scopes.filter((one) => named.includes(one));
}

/** Whether granted scopes allow what `needed` names: who may read events may read when they are busy (AUTH-7). */
export const covers = (granted: readonly string[], needed: Scope): boolean =>
  granted.includes(needed) || (needed === 'read_free_busy' && granted.includes('read_events'));
