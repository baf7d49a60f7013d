import { isIP } from 'node:net';
import { EgressRefused } from './egress-refused.js';

/** A URL whose form is valid; its addresses must still be checked. */
export interface Target {
  url: URL;
  /** Without brackets and without a trailing dot. */
  hostname: string;
  port: number;
  /** Set if the host is an address: WHATWG URL parsing has normalised octal, hex and decimal spellings. */
  literal?: string;
}

/** Parses a URL and refuses what can be checked without the network: other schemes, credentials inside the URL. */
export function checkUrl(input: string | URL): Target {
  let url: URL;
  try {
    url = new URL(input);
  } catch {
    throw new EgressRefused('malformed-url', 'the address is not a URL');
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new EgressRefused('scheme', `only http and https addresses are fetched, not ${url.protocol.slice(0, -1)}`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new EgressRefused('userinfo', 'the address must not contain a user name or password');
  }
  const hostname = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
  return { url, hostname, port, literal: isIP(hostname) === 0 ? undefined : hostname };
}
