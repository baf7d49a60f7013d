/** Where people join an online meeting, and whose it is. */
export interface JoinLink {
  provider_name: string;
  join_url: string;
}

/** Hosts and paths of the addresses at which people join. */
const services: [provider: string, host: RegExp, path: RegExp][] = [
  ['google_meet', /^meet\.google\.com$/, /^\/(?:lookup\/.+|[a-z]{3}-[a-z]{4}-[a-z]{3})$/i],
  ['google_hangouts', /^(?:hangouts|plus)\.google\.com$/, /^\/(?:hangouts|call|meet)/],
  ['ms_teams', /^teams\.(?:microsoft|live)\.com$/, /^\/(?:l\/meetup-join|meet)\//],
  ['skype_for_business', /^(?:meet|join)\.lync\.com$/, /^\/.+/],
  ['skype', /^join\.skype\.com$/, /^\/.+/],
  ['zoom', /(?:^|\.)(?:zoom\.us|zoomgov\.com)$/, /^\/(?:j|w|s|my)\/.+/],
  ['go_to', /^(?:(?:www|global)\.gotomeeting\.com|(?:app|meet)\.goto\.com|gotomeet\.me)$/, /^\/.+/],
  ['other', /\.webex\.com$/, /^\/(?:meet\/|join\/|[\w.-]+\/j\.php|m\/)/],
  ['other', /(?:^|\.)whereby\.com$/, /^\/.+/],
  ['other', /^meet\.jit\.si$/, /^\/.+/],
];

const address = /https?:\/\/[^\s<>"'\\^`{|}]{3,2000}/gi;
const maxText = 16_384;
const maxAddresses = 20;

function linkOf(text: string): JoinLink | undefined {
  const join_url = text.replace(/[.,;:!?)\]]{1,9}$/, '');
  if (!URL.canParse(join_url)) return undefined;
  const { hostname, pathname } = new URL(join_url);
  const service = services.find(([, host, path]) => host.test(hostname) && path.test(pathname));
  return service && { provider_name: service[0], join_url };
}

/**
 * The first address in a text at which people join a meeting of a known service. It searches the first 16,384
 * characters and 20 addresses only.
 */
export function joinLinkIn(text: string | undefined): JoinLink | undefined {
  if (!text?.includes('://')) return undefined;
  let seen = 0;
  for (const [found] of text.slice(0, maxText).matchAll(address)) {
    const link = linkOf(found);
    if (link || ++seen >= maxAddresses) return link;
  }
  return undefined;
}
