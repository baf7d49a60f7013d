import { Controller, Get, Inject, Param, Query, UseGuards } from '@nestjs/common';
import { findBookingLinkQuery } from '@kalends/public-api';
import { ApiKeyGuard, ApplicationOf, type CallingApplication } from '../../http/api-key.js';
import { notFound, validate } from '../../http/refusals.js';
import type { BookingLink } from '../booking-link.js';
import { BookingLinks } from '../booking-links.js';
import { isSequenceId } from '../link-parts.js';
import { presentLink } from '../present-link.js';

/** What has become of a booking link (SCH-2). */
@Controller('v1/real_time_scheduling')
@UseGuards(ApiKeyGuard())
export class ReadLinkController {
  constructor(@Inject(BookingLinks) private readonly links: BookingLinks) {}

  @Get()
  async find(@ApplicationOf() { clientId }: CallingApplication, @Query() input: unknown) {
    const link = await this.links.byToken(validate(findBookingLinkQuery, input).token);
    return this.answer(link?.clientId === clientId ? link : null);
  }

  @Get(':linkId')
  async read(@ApplicationOf() { clientId }: CallingApplication, @Param('linkId') linkId: string) {
    return this.answer(await this.links.byId({ linkId, clientId }));
  }

  private answer(link: BookingLink | null) {
    if (!link || isSequenceId(link.linkId)) throw notFound('booking link');
    return { real_time_scheduling: presentLink(link, this.links.urlOf(link)) };
  }
}
