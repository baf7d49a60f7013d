import { Body, Controller, Get, HttpCode, Inject, Req, Res } from '@nestjs/common';
import { dateOf, toIso, type EpochMs } from '@kalends/icalendar';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Post } from '../../http/idempotency/post.js';
import { clockToken, cursorKeyToken, type Clock } from '../../http/injection-tokens.js';
import { Refusal } from '../../http/refusals.js';
import { allowForms, goTo, show } from '../../oauth/journey/reply.js';
import { allowScript } from '../../oauth/journey/zone-field.js';
import { PlaceBooking } from '../book-slot/place-booking.js';
import { BookingLinks } from '../booking-links.js';
import { ReportNoTimes } from '../report-no-times.js';
import { eventFile } from './event-file.js';
import { isPageNonce } from './nonce.js';
import { PageOfLink, type Failure } from './page-of-link.js';
import { readPageRequest, readPostedForm, type PostedForm } from './page-request.js';
import { addressOf, type Shown } from './shown.js';
import { awayPage, unknownPage } from './state.pages.js';
import { shownTo, textsOfPage } from './visitor-of.js';
import { zoneScript } from './zone-script.js';

type Request = FastifyRequest<{ Params: { token: string } }>;
type Opened = Shown & { token: string };

/** What was decided about a form: a page that reports a failure, or the next address. */
type Outcome = { failure: Failure; day?: string } | { next: string };

/**
 * The page of a booking link. Opening it changes nothing, whoever or whatever does; a form changes something only with the nonce of a
 * page that this server made.
 */
@Controller('rts/:token')
export class ShowBookingPageController {
  constructor(
    @Inject(BookingLinks) private readonly links: BookingLinks,
    @Inject(PageOfLink) private readonly pages: PageOfLink,
    @Inject(PlaceBooking) private readonly placing: PlaceBooking,
    @Inject(ReportNoTimes) private readonly reports: ReportNoTimes,
    @Inject(clockToken) private readonly clock: Clock,
    @Inject(cursorKeyToken) private readonly key: Buffer,
  ) {}

  @Get()
  async open(@Req() request: Request, @Res() reply: FastifyReply) {
    const opened = await this.find(request);
    if (!opened) return this.unknown(request, reply);
    if (!opened.request.isZoneGiven && opened.link.status === 'open') allowScript(reply, zoneScript);
    return orAway(opened, reply, () => this.answer(opened, reply));
  }

  @Post()
  @HttpCode(200)
  async decide(@Req() request: Request, @Res() reply: FastifyReply, @Body() body: unknown) {
    const form = readPostedForm(body);
    const opened = await this.find(request, form.tzid);
    if (!opened) return this.unknown(request, reply);
    return orAway(opened, reply, async () => {
      const outcome = await this.outcomeOf(opened, form);
      if ('next' in outcome) return goTo(unindexed(reply), outcome.next);
      const day = outcome.day ?? opened.request.day;
      const again = (await this.find(request, form.tzid)) ?? opened;
      return this.answer({ ...again, request: { ...again.request, day } }, reply, outcome.failure);
    });
  }

  @Get('event.ics')
  async file(@Req() request: Request, @Res() reply: FastifyReply) {
    const link = await this.links.byToken(request.params.token);
    if (link?.status !== 'completed' || !link.booking) return this.unknown(request, reply);
    const name = 'attachment; filename="event.ics"';
    return unindexed(reply)
      .headers({ 'cache-control': 'no-store', 'content-disposition': name })
      .type('text/calendar; charset=utf-8; method=PUBLISH')
      .send(eventFile(link, link.booking, this.clock()));
  }

  private async find(request: Request, tzid: string | null = null): Promise<Opened | null> {
    const { token } = request.params;
    const link = await this.links.byToken(token);
    if (!link) return null;
    const read = readPageRequest(request.query);
    return { ...shownTo(link, tzid === null ? read : { ...read, tzid, isZoneGiven: true }, request), token };
  }

  private unknown(request: Request, reply: FastifyReply) {
    return show(unindexed(reply), unknownPage(textsOfPage(readPageRequest(request.query), request)), 404);
  }

  private async outcomeOf(opened: Opened, form: PostedForm): Promise<Outcome> {
    const { link, request, formats } = opened;
    const page = { next: addressOf(opened, { day: request.day }) };
    const isOwn = isPageNonce(form.nonce, { linkId: link.linkId, now: this.clock() }, this.key);
    if (!isOwn) return link.status === 'open' ? { failure: 'stale' } : page;
    const { action, start, parts } = form;
    if (action === 'none_suitable' || action === 'none_displayed') {
      const kind = action === 'none_suitable' ? 'no-times-suitable' : 'no-times-displayed';
      await this.reports.report(link, kind, formats.tzid);
      return page;
    }
    if (start === null || (action !== 'choose' && action !== 'book')) return page;
    const isConfirmed = action === 'book' || link.definition.selectionMode === 'no_confirm';
    const shown = action === 'book' ? { shown: parts } : {};
    return isConfirmed ? this.book(opened, start, shown) : { next: addressOf(opened, { start: toIso(start) }) };
  }

  private async book(opened: Opened, start: EpochMs, seen: { shown?: string }): Promise<Outcome> {
    const { link, formats, t } = opened;
    const placed = await this.placing.place(link, start, { tzid: formats.tzid, lang: t.lang, ...seen });
    if (placed === 'placed') return { next: addressOf(opened, { waited: 0 }) };
    return placed === 'over' ? { failure: 'used' } : { failure: 'taken', day: dateOf(start, formats.tzid) };
  }

  private async answer(opened: Opened, reply: FastifyReply, failure: Failure | null = null) {
    const answer = await this.pages.read(opened, failure);
    unindexed(reply);
    if (answer.kind === 'redirect') return goTo(reply, answer.address);
    const { completedRedirect } = opened.link.definition;
    if (completedRedirect !== null) allowForms(reply, completedRedirect);
    const { refresh, status = 200 } = answer;
    if (refresh) void reply.header('refresh', `${refresh.seconds};url=${refresh.address}`);
    return show(reply, answer.page, failure === null ? status : 409);
  }
}

const unindexed = (reply: FastifyReply): FastifyReply => reply.header('x-robots-tag', 'noindex, nofollow');

/** A person gets a page also when the services behind this one are away, or too busy. */
async function orAway(opened: Opened, reply: FastifyReply, work: () => Promise<unknown>): Promise<unknown> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal) || error.getStatus() < 429) throw error;
    return show(unindexed(reply).headers(error.headers), awayPage(opened), error.getStatus());
  }
}
