/** One slash at the end of a call's path; the PHP client sends it on `/v1/available_periods/`. */
const slash = /^(\/v1\/[^?#]*[^/?#])\/(?=$|[?#])/;

/** The address under which a request is routed (HTTP-22): calls may end with a slash. */
export const acceptedUrl = (url: string): string => url.replace(slash, '$1');
