import { Body, Controller, Get, HttpCode, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Post } from '../../http/idempotency/post.js';
import { clockToken, cursorKeyToken, type Clock } from '../../http/injection-tokens.js';
import { goTo } from '../../oauth/journey/reply.js';
import { zoneLabel } from '../../oauth/journey/zones.js';
import { BookingLinks } from '../booking-links.js';
import { ClaimChange } from '../change-booking/claim-change.js';
import { changesOf, versionOf, type Booked } from '../changeable.js';
import { isPageNonce, pageNonce } from '../show-booking-page/nonce.js';
import {
  openedBy,
  orAway,
  showPage,
  showUnknown,
  unindexed,
  type LinkRequest,
  type Opened,
} from '../show-booking-page/opened.js';
import { readPostedForm, readReason } from '../show-booking-page/page-request.js';
import { pageAbove } from '../show-booking-page/shown.js';
import { cancelPage } from './cancel-booking.pages.js';

/** Where the visitor of a booked link cancels it (SCH-16). Opening it changes nothing. */
@Controller('rts/:token/cancel')
export class CancelBookingController {
  constructor(
    @Inject(BookingLinks) private readonly links: BookingLinks,
    @Inject(ClaimChange) private readonly changes: ClaimChange,
    @Inject(clockToken) private readonly clock: Clock,
    @Inject(cursorKeyToken) private readonly key: Buffer,
  ) {}

  @Get()
  async open(@Req() request: LinkRequest, @Res() reply: FastifyReply) {
    const opened = await openedBy(this.links, request);
    return opened ? this.answer(opened, reply) : showUnknown(request, reply);
  }

  @Post()
  @HttpCode(200)
  async cancel(@Req() request: LinkRequest, @Res() reply: FastifyReply, @Body() body: unknown) {
    const form = readPostedForm(body);
    const opened = await openedBy(this.links, request, form.tzid);
    if (!opened) return showUnknown(request, reply);
    return orAway(opened, reply, async () => {
      const { link, formats } = opened;
      const isOwn = isPageNonce(form.nonce, { linkId: versionOf(link), now: this.clock() }, this.key);
      const isDone = isOwn && (await this.changes.cancel(link, formats.tzid, readReason(body)));
      if (isDone) return goTo(unindexed(reply), pageAbove(opened));
      const now = (await openedBy(this.links, request, form.tzid)) ?? opened;
      return this.answer(now, reply, now.b.outdated);
    });
  }

  /** The page, or that of the link, if there is nothing to cancel any more. */
  private answer(opened: Opened, reply: FastifyReply, alert: string | null = null) {
    const { link, t, formats } = opened;
    const now = this.clock();
    const back = pageAbove(opened);
    if (!changesOf(link, now).includes('cancel')) return goTo(unindexed(reply), back);
    const nonce = pageNonce({ linkId: versionOf(link), now }, this.key);
    const zone = zoneLabel(t.lang, formats.tzid);
    const page = cancelPage(opened, { link: link as Booked, zone, nonce, back, alert });
    return showPage(opened, reply, { page, status: alert === null ? 200 : 409 });
  }
}
