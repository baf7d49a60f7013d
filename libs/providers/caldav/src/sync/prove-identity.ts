import type { ProvedIdentity } from '@kalends/contracts';
import { ProviderError, isSameIdentity } from '@kalends/provider-port/sync';
import type { Connection, DavAnswer } from './connection.js';
import { firstThatAnswers } from './failures.js';
import { hrefsIn } from './xml.js';

const longestPrincipal = 2_048;

/** A request that the server answered with a principal. */
interface Identified {
  identity: ProvedIdentity;
  /** The URL that named the principal, after redirects. */
  url: string;
  /** Whether that is not the URL that was requested. */
  isRedirected: boolean;
}

const notProved = (message: string) => new ProviderError('identity-not-proved', message);

/**
 * The principal exactly as the server writes it: case is not folded and escapes are not decoded, so that two users with
 * similar names remain two. A relative one is appended to the address that answered, as text: dot segments stay.
 */
function verbatimUrl(href: string, answeredBy: URL): string {
  if (/^\/(?!\/)/.test(href)) return href;
  if (!URL.canParse(href, answeredBy.href)) throw notProved(`${answeredBy.host} does not name a usable principal.`);
  if (!/^[a-z][a-z0-9+.-]*:|^\/\//i.test(href)) {
    const { pathname } = answeredBy;
    return `${pathname.slice(0, pathname.lastIndexOf('/') + 1)}${href}`;
  }
  // the authority without a user name; the same origin may be written with its port, or in capitals
  const [, authority, path] = /^([a-z]+:\/\/[^/?#@\\]+)(\/.*)$/is.exec(href) ?? [];
  return authority !== undefined && new URL(authority).origin === answeredBy.origin ? path! : href;
}

function identityIn(answer: DavAnswer): ProvedIdentity | undefined {
  const found = answer.resources.find(({ status }) => status < 300);
  const href = hrefsIn(found?.props['currentUserPrincipal'])[0];
  if (href === undefined) return undefined;
  const answeredBy = new URL(answer.url);
  const principal = verbatimUrl(href, answeredBy);
  if (principal.length > longestPrincipal) throw notProved(`${answeredBy.host} names a principal that is too long.`);
  return { origin: answeredBy.origin, principal };
}

const requestPrincipal = (connection: Connection, url: string, redirect?: 'manual') =>
  connection.propfind(url, { depth: '0', ...(redirect ? { redirect } : {}) }, ['d:current-user-principal']);

/**
 * The principal that the server has authenticated (RFC 5397), at the given address, else at its well-known one (RFC
 * 6764 §5). Throws `identity-not-proved` if the server names none.
 */
async function identify(connection: Connection, url: string): Promise<Identified> {
  let isDav = false;
  const at = async (requestedUrl: string): Promise<Identified | undefined> => {
    const answer = await requestPrincipal(connection, requestedUrl);
    isDav ||= answer.status === 207;
    const identity = identityIn(answer);
    return identity && { identity, url: answer.url, isRedirected: answer.url !== requestedUrl };
  };
  const wellKnown = new URL('/.well-known/caldav', url).href;
  const identified = await firstThatAnswers([url, wellKnown].map((one) => () => at(one)));
  if (identified) return identified;
  const { host } = new URL(url);
  if (!isDav) throw new ProviderError('not-a-provider', `No calendars (CalDAV) were found at ${host}.`);
  throw notProved(
    `${host} does not report whose calendars these are (current-user-principal, RFC 5397), so they cannot be connected.`,
  );
}

const isRepeated = (one: ProvedIdentity, other: ProvedIdentity | undefined) =>
  other !== undefined && isSameIdentity(one, other);

/** Throws unless the URL that named the principal names it to the right password without redirects as well. */
async function repeat(connection: Connection, { identity, url }: Identified): Promise<void> {
  if (!connection.maySendTo(url)) throw notProved(`The address redirects to another site, ${new URL(url).host}.`);
  const answer = await requestPrincipal(connection, url, 'manual');
  if (!isRepeated(identity, identityIn(answer)))
    throw notProved(`${new URL(url).host} does not always report the same user.`);
}

/**
 * The identity, proved because another password is refused with 401 at the URL that named the principal, without redirects:
 * who redirects may answer the wrong password themselves. One wrong password is sent, after the right one was accepted
 * there: servers count them. `other`: the same connection with that password.
 */
export async function proveIdentity(connection: Connection, other: Connection, typed: string): Promise<ProvedIdentity> {
  const identified = await identify(connection, typed);
  const { identity, url } = identified;
  if (identified.isRedirected) await repeat(connection, identified);
  let status: number;
  try {
    status = (await requestPrincipal(other, url, 'manual')).status;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (error.failure === 'authentication-failed') return identity;
    if (error.failure === 'unavailable') throw error;
    status = 0;
  }
  const how = status === 0 || status === 207 ? '' : ` (it answered ${status}, not 401)`;
  throw notProved(
    `${new URL(url).host} does not refuse a wrong password${how}, so it cannot prove whose calendars these are.`,
  );
}
