/** One slash at the end of a call's path; the PHP client sends it on `/v1/available_periods/`. */
const slash = /^(\/v1\/[^?#]*[^/?#])\/(?=$|[?#])/;

/** What a client puts between its data center and the path: it builds `https://api-{data center}.cronofy.com/v1/…`. */
const rest = /^\/\.cronofy\.com(?=\/)/;

/** The address under which a request is routed: calls may end with a slash (HTTP-22) and, with an alias, have a prefix (HTTP-24). */
export const acceptedUrl = (url: string, hasAlias = false): string =>
  (hasAlias ? url.replace(rest, '') : url).replace(slash, '$1');
