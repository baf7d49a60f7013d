import { Body, Controller, HttpCode, Inject, UseGuards } from '@nestjs/common';
import { availabilityBody, sequencedAvailabilityBody } from '@kalends/public-api';
import type { MessagingClient } from '@kalends/messaging';
import { Post } from '../../http/idempotency/post.js';
import { ApiKeyOrTokenGuard, ApplicationOf, type CallingApplication } from '../../http/api-key.js';
import { requestToken } from '../../http/injection-tokens.js';
import { validate } from '../../http/refusals.js';
import { presentAvailability, presentSequences, presentStatuses } from './present-availability.js';
import { QueryAvailability } from './query-availability.js';
import { isAboutBookableEvents, queryBookableEvents } from './query-bookable-events.js';

@Controller('v1')
@UseGuards(ApiKeyOrTokenGuard('read_free_busy'))
export class QueryAvailabilityController {
  constructor(
    @Inject(QueryAvailability) private readonly query: QueryAvailability,
    @Inject(requestToken) private readonly client: MessagingClient,
  ) {}

  @Post('availability')
  @HttpCode(200)
  async single(@ApplicationOf() application: CallingApplication, @Body() input: unknown) {
    if (isAboutBookableEvents(input)) return queryBookableEvents(this.client, application, input);
    const body = validate(availabilityBody, input);
    const reply = await this.query.single(application, body);
    if (reply.outcome !== 'found') throw new Error(`availability answered ${reply.outcome} to a single query`);
    const asSlots = body.query_slots !== undefined || (body.response_format ?? 'periods') !== 'periods';
    const statuses = body.include_member_statuses ? presentStatuses(body.participants, reply.unknown) : {};
    return { ...presentAvailability(reply, asSlots), ...statuses };
  }

  @Post('sequenced_availability')
  @HttpCode(200)
  async sequenced(@ApplicationOf() application: CallingApplication, @Body() input: unknown) {
    const body = validate(sequencedAvailabilityBody, input);
    const reply = await this.query.sequenced(application, body);
    if (reply.outcome !== 'sequences') throw new Error(`availability answered ${reply.outcome} to a sequence`);
    const groups = body.sequence.flatMap(({ participants }) => participants);
    const statuses = body.include_member_statuses ? presentStatuses(groups, reply.unknown) : {};
    return { ...presentSequences(reply), ...statuses };
  }
}
