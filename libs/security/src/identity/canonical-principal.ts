const unreserved = /^[A-Za-z0-9\-._~]$/;

/** RFC 3986 §6.2.2.1 and §6.2.2.2: an escaped unreserved character is that character; others stay escaped. */
function canonicalEscape(escape: string): string {
  const character = String.fromCharCode(parseInt(escape.slice(1), 16));
  return unreserved.test(character) ? character : escape.toUpperCase();
}

/**
 * A principal in the form in which a person's is compared: without needless escapes (RFC 3986 §6.2.2), and with the slash
 * at the end that servers write or omit. Case, dot segments, escaped slashes, queries and other origins are not touched: where
 * two forms might be two people, they stay two.
 */
export function canonicalPrincipal(principal: string): string {
  if (!/^\/(?!\/)[^?#\\]*$/.test(principal)) return principal;
  const path = principal.replace(/%[0-9a-f]{2}/gi, canonicalEscape);
  return path.endsWith('/') ? path : `${path}/`;
}
