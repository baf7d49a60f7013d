import { Controller, Get, Inject, Param, Query, UseGuards } from '@nestjs/common';
import { findSequenceLinkQuery } from '@kalends/public-api';
import { ApiKeyGuard, ApplicationOf, type CallingApplication } from '../../http/api-key.js';
import { notFound, validate } from '../../http/refusals.js';
import type { BookingLink } from '../booking-link.js';
import { BookingLinks } from '../booking-links.js';
import { isSequenceId } from '../link-parts.js';
import { presentSequence } from '../present-link.js';

/** What has become of a link for a sequence (SCH-13). */
@Controller('v1/real_time_sequencing')
@UseGuards(ApiKeyGuard())
export class ReadSequenceController {
  constructor(@Inject(BookingLinks) private readonly links: BookingLinks) {}

  @Get()
  async find(@ApplicationOf() { clientId }: CallingApplication, @Query() input: unknown) {
    const link = await this.links.byToken(validate(findSequenceLinkQuery, input).token);
    return this.answer(link?.clientId === clientId ? link : null);
  }

  @Get(':linkId')
  async read(@ApplicationOf() { clientId }: CallingApplication, @Param('linkId') linkId: string) {
    return this.answer(await this.links.byId({ linkId, clientId }));
  }

  private answer(link: BookingLink | null) {
    if (!link || !isSequenceId(link.linkId)) throw notFound('booking link');
    return { real_time_sequencing: presentSequence(link, this.links.urlOf(link)) };
  }
}
