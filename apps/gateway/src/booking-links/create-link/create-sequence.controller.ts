import { Body, Controller, HttpCode, Inject, UseGuards } from '@nestjs/common';
import { createSequenceLinkBody } from '@kalends/public-api';
import { ApiKeyOrClientGuard, ApplicationOf, type CallingApplication } from '../../http/api-key.js';
import { Post } from '../../http/idempotency/post.js';
import { validate } from '../../http/refusals.js';
import { BookingLinks } from '../booking-links.js';
import { presentSequence } from '../present-link.js';
import { CreateLink } from './create-link.js';

/** An application creates a link on which one person picks the times of several meetings at once (SCH-10). */
@Controller('v1/real_time_sequencing')
export class CreateSequenceController {
  constructor(
    @Inject(CreateLink) private readonly creation: CreateLink,
    @Inject(BookingLinks) private readonly links: BookingLinks,
  ) {}

  @Post()
  @HttpCode(200)
  @UseGuards(ApiKeyOrClientGuard)
  async create(@ApplicationOf() { clientId }: CallingApplication, @Body() input: unknown) {
    const link = await this.creation.create(clientId, validate(createSequenceLinkBody, input));
    const url = this.links.urlOf(link);
    return { url, real_time_sequencing: presentSequence(link, url) };
  }
}
