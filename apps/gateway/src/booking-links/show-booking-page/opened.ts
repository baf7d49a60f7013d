import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../../http/refusals.js';
import { show } from '../../oauth/journey/reply.js';
import { allowScripts } from '../../oauth/journey/zone-field.js';
import type { BookingLinks } from '../booking-links.js';
import { allowFrames, frameScript } from './frame.js';
import { freshScript } from './fresh.js';
import { readPageRequest } from './page-request.js';
import type { Shown } from './shown.js';
import { awayPage, unknownPage } from './state.pages.js';
import { shownTo, textsOfPage } from './visitor-of.js';

/** A request for a page of a link. */
export type LinkRequest = FastifyRequest<{ Params: { token: string } }>;

export type Opened = Shown & { token: string };

/** The link of the address, and how its page is shown; null: there is none. `tzid`: a form's, which goes before the address's. */
export async function openedBy(
  links: Pick<BookingLinks, 'byToken'>,
  request: LinkRequest,
  tzid: string | null = null,
): Promise<Opened | null> {
  const { token } = request.params;
  const link = await links.byToken(token);
  if (!link) return null;
  const read = readPageRequest(request.query);
  return { ...shownTo(link, tzid === null ? read : { ...read, tzid, isZoneGiven: true }, request), token };
}

export const unindexed = (reply: FastifyReply): FastifyReply => reply.header('x-robots-tag', 'noindex, nofollow');

export const showUnknown = (request: LinkRequest, reply: FastifyReply) =>
  show(unindexed(reply), unknownPage(textsOfPage(readPageRequest(request.query), request)), 404);

interface Answered {
  page: string;
  status?: number;
  /** The one of the page, if it has any. */
  script?: string | null;
}

/** A page of the link, in a frame only where its application allows that. */
export function showPage({ link }: Pick<Shown, 'link'>, reply: FastifyReply, { page, status, script }: Answered) {
  const { frameOrigins = [] } = link.brand;
  allowFrames(unindexed(reply), frameOrigins);
  const scripts = [script ?? null, freshScript, frameOrigins.length > 0 ? frameScript(frameOrigins) : null];
  allowScripts(reply, ...scripts.filter((one) => one !== null));
  return show(reply, page, status);
}

/** A person gets a page also when the services behind this one are away, or too busy. */
export async function orAway(opened: Opened, reply: FastifyReply, work: () => Promise<unknown>): Promise<unknown> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal) || error.getStatus() < 429) throw error;
    return showPage(opened, reply.headers(error.headers), { page: awayPage(opened), status: error.getStatus() });
  }
}
