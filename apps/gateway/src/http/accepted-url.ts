/** One slash at the end of a call's path; the PHP client sends it on `/v1/available_periods/`. */
const slash = /^(\/v1\/[^?#]*[^/?#])\/(?=$|[?#])/;

/** What a client puts between its data center and the path: it builds `https://api-{data center}.cronofy.com/v1/…`. */
const rest = /^\/\.cronofy\.com(?=\/)/;

/** Scheme and host of a request target in absolute form (RFC 9112 §3.2.2). */
const authority = /^https?:\/\/[^/?#]*(?=\/)/i;

/**
 * The address under which a request is routed: calls may end with a slash (HTTP-22) and, with an alias, have a prefix
 * (HTTP-24); a target in absolute form is routed by its path.
 */
export function acceptedUrl(url: string, hasAlias = false): string {
  const path = url.replace(authority, '');
  return (hasAlias ? path.replace(rest, '') : path).replace(slash, '$1');
}

/**
 * Whether a request reaches the admin API at another spelling of its address than `/admin/…`. Proxies that keep the admin API
 * internal may compare text, so it has that one only (ADM-5).
 */
export const isDisguised = (route: string | undefined, target: string): boolean =>
  route?.startsWith('/admin/') === true && !target.startsWith('/admin/');
