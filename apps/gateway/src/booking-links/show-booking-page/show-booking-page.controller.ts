import { Body, Controller, Get, HttpCode, Inject, Req, Res } from '@nestjs/common';
import { dateOf, toIso, type EpochMs } from '@kalends/icalendar';
import type { FastifyReply } from 'fastify';
import { Post } from '../../http/idempotency/post.js';
import { clockToken, cursorKeyToken, type Clock } from '../../http/injection-tokens.js';
import { allowForms, goTo } from '../../oauth/journey/reply.js';
import { PlaceBooking } from '../book-slot/place-booking.js';
import { BookingLinks } from '../booking-links.js';
import { ReportNoTimes } from '../report-no-times.js';
import { eventFile, fileMethodOf } from './event-file.js';
import { isPageNonce } from './nonce.js';
import { openedBy, orAway, showPage, showUnknown, unindexed, type LinkRequest, type Opened } from './opened.js';
import { PageOfLink, type Failure } from './page-of-link.js';
import { readPostedForm, type PostedForm } from './page-request.js';
import { addressOf } from './shown.js';
import { zoneScript } from './zone-script.js';

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
  async open(@Req() request: LinkRequest, @Res() reply: FastifyReply) {
    const opened = await openedBy(this.links, request);
    if (!opened) return showUnknown(request, reply);
    return orAway(opened, reply, () => this.answer(opened, reply));
  }

  @Post()
  @HttpCode(200)
  async decide(@Req() request: LinkRequest, @Res() reply: FastifyReply, @Body() body: unknown) {
    const form = readPostedForm(body);
    const opened = await openedBy(this.links, request, form.tzid);
    if (!opened) return showUnknown(request, reply);
    return orAway(opened, reply, async () => {
      const outcome = await this.outcomeOf(opened, form);
      if ('next' in outcome) return goTo(unindexed(reply), outcome.next);
      const day = outcome.day ?? opened.request.day;
      const again = (await openedBy(this.links, request, form.tzid)) ?? opened;
      return this.answer({ ...again, request: { ...again.request, day } }, reply, outcome.failure);
    });
  }

  @Get('event.ics')
  async file(@Req() request: LinkRequest, @Res() reply: FastifyReply) {
    const link = await this.links.byToken(request.params.token);
    const method = link && fileMethodOf(link);
    if (!link?.booking || !method) return showUnknown(request, reply);
    const name = 'attachment; filename="event.ics"';
    return unindexed(reply)
      .headers({ 'cache-control': 'no-store', 'content-disposition': name })
      .type(`text/calendar; charset=utf-8; method=${method}`)
      .send(eventFile(link, link.booking, this.clock()));
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
    if (answer.kind === 'redirect') return goTo(unindexed(reply), answer.address);
    const { completedRedirect } = opened.link.definition;
    if (completedRedirect !== null) allowForms(reply, completedRedirect);
    const { refresh, status = 200 } = answer;
    if (refresh) void reply.header('refresh', `${refresh.seconds};url=${refresh.address}`);
    const script = !opened.request.isZoneGiven && opened.link.status === 'open' ? zoneScript : null;
    return showPage(opened, reply, { page: answer.page, status: failure === null ? status : 409, script });
  }
}
