import { Body, Controller, Get, HttpCode, Inject, Req, Res } from '@nestjs/common';
import { dateOf, toIso } from '@kalends/icalendar';
import type { FastifyReply } from 'fastify';
import { Post } from '../../http/idempotency/post.js';
import { clockToken, cursorKeyToken, type Clock } from '../../http/injection-tokens.js';
import { goTo } from '../../oauth/journey/reply.js';
import { BookingLinks } from '../booking-links.js';
import { ClaimChange } from '../change-booking/claim-change.js';
import { changesOf, versionOf, type Booked } from '../changeable.js';
import { isPageNonce } from '../show-booking-page/nonce.js';
import {
  openedBy,
  orAway,
  showPage,
  showUnknown,
  unindexed,
  type LinkRequest,
  type Opened,
} from '../show-booking-page/opened.js';
import { readPostedForm, type PostedForm } from '../show-booking-page/page-request.js';
import { addressOf, pageAbove } from '../show-booking-page/shown.js';
import { OtherTimes } from './other-times.js';

/** What was decided about a form: what the page reports, or the next address. */
type Outcome = { alert: string; day?: string } | { next: string };

/** Where the visitor of a booked link moves it to another time (SCH-17). Opening it changes nothing. */
@Controller('rts/:token/reschedule')
export class RescheduleBookingController {
  constructor(
    @Inject(BookingLinks) private readonly links: BookingLinks,
    @Inject(OtherTimes) private readonly pages: OtherTimes,
    @Inject(ClaimChange) private readonly changes: ClaimChange,
    @Inject(clockToken) private readonly clock: Clock,
    @Inject(cursorKeyToken) private readonly key: Buffer,
  ) {}

  @Get()
  async open(@Req() request: LinkRequest, @Res() reply: FastifyReply) {
    const opened = await openedBy(this.links, request);
    return opened ? orAway(opened, reply, () => this.answer(opened, reply)) : showUnknown(request, reply);
  }

  @Post()
  @HttpCode(200)
  async reschedule(@Req() request: LinkRequest, @Res() reply: FastifyReply, @Body() body: unknown) {
    const form = readPostedForm(body);
    const opened = await openedBy(this.links, request, form.tzid);
    if (!opened) return showUnknown(request, reply);
    return orAway(opened, reply, async () => {
      const outcome = await this.outcomeOf(opened, form);
      if ('next' in outcome) return goTo(unindexed(reply), outcome.next);
      const again = (await openedBy(this.links, request, form.tzid)) ?? opened;
      const day = outcome.day ?? again.request.day;
      return this.answer({ ...again, request: { ...again.request, day } }, reply, outcome.alert);
    });
  }

  private async outcomeOf(opened: Opened, { nonce, action, start }: PostedForm): Promise<Outcome> {
    const { link, request, formats, t, b } = opened;
    const isOwn = isPageNonce(nonce, { linkId: versionOf(link), now: this.clock() }, this.key);
    if (!isOwn) return { alert: b.outdated };
    if (start === null || (action !== 'choose' && action !== 'book'))
      return { next: addressOf(opened, { day: request.day }) };
    const isConfirmed = action === 'book' || link.definition.selectionMode === 'no_confirm';
    if (!isConfirmed) return { next: addressOf(opened, { start: toIso(start) }) };
    const placed = await this.changes.reschedule(link, start, { tzid: formats.tzid, lang: t.lang });
    if (placed === 'placed') return { next: pageAbove(opened) };
    return placed === 'over' ? { alert: b.outdated } : { alert: b.taken, day: dateOf(start, formats.tzid) };
  }

  /** The page, or that of the link, if there is nothing to move any more. */
  private async answer(opened: Opened, reply: FastifyReply, alert: string | null = null) {
    const { link } = opened;
    if (!changesOf(link, this.clock()).includes('reschedule')) return goTo(unindexed(reply), pageAbove(opened));
    return showPage(opened, reply, await this.pages.read(opened, link as Booked, alert));
  }
}
