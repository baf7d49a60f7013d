import { Body, Controller, HttpCode, Inject, Param, UseGuards } from '@nestjs/common';
import { disableBookingLinkBody } from '@kalends/public-api';
import { ApiKeyOrClientGuard, ApplicationOf, type CallingApplication } from '../../http/api-key.js';
import { Post } from '../../http/idempotency/post.js';
import { notFound, validate } from '../../http/refusals.js';
import { BookingLinks } from '../booking-links.js';
import { isSequenceId } from '../link-parts.js';
import { presentLink } from '../present-link.js';
import { EndLink } from './end-link.js';

/** An application ends a link on which nobody has picked a time (SCH-3). */
@Controller('v1/real_time_scheduling/:linkId/disable')
export class DisableLinkController {
  constructor(
    @Inject(EndLink) private readonly ending: EndLink,
    @Inject(BookingLinks) private readonly links: BookingLinks,
  ) {}

  @Post()
  @HttpCode(200)
  @UseGuards(ApiKeyOrClientGuard)
  async disable(
    @ApplicationOf() { clientId }: CallingApplication,
    @Param('linkId') linkId: string,
    @Body() input: unknown,
  ) {
    const { display_message: message } = validate(disableBookingLinkBody, input);
    if (isSequenceId(linkId)) throw notFound('booking link');
    const link = await this.ending.end({ clientId, linkId, message });
    return { real_time_scheduling: presentLink(link, this.links.urlOf(link)) };
  }
}
