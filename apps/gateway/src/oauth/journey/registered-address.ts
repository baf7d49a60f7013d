const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Whether an address is a pattern, whose one `*` stands for one label of the host name. */
function matches(pattern: string, address: string): boolean {
  const [before, after] = pattern.split('*', 2);
  if (before !== 'https://' || after === undefined) return false;
  if (!address.startsWith(before) || !address.endsWith(after)) return false;
  return label.test(address.slice(before.length, address.length - after.length));
}

/**
 * Whether the browser may return to an address: one that is registered, character by character (RFC 9700 §2.1), or one of a
 * subdomain of `https://*.…` (AUTH-12).
 */
export const isRegistered = (registered: readonly string[], address: string): boolean =>
  registered.some((one) => one === address || (one.startsWith('https://*.') && matches(one, address)));
