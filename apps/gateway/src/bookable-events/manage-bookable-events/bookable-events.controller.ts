import { Body, Controller, Delete, Get, HttpCode, Inject, Param, UseGuards } from '@nestjs/common';
import { bookableEventQuery, type BookableEventQuery } from '@kalends/contracts';
import { upsertBookableEventBody, upsertRegistrationBody } from '@kalends/public-api';
import { instantMs } from '@kalends/icalendar';
import type { MessagingClient } from '@kalends/messaging';
import type { z } from 'zod';
import { Post } from '../../http/idempotency/post.js';
import type { GatewayConfig } from '../../config.js';
import { ApiKeyGuard, ApplicationOf, type CallingApplication } from '../../http/api-key.js';
import { requestOrThrow } from '../../http/bus/request-or-throw.js';
import { configToken, requestToken } from '../../http/injection-tokens.js';
import { invalidField, notFound, validate } from '../../http/refusals.js';
import { presentBookableEvent } from './bookable-events.present.js';
import { firstPage, pageSize, readPage, type RegistrationPage } from './registration-pages.js';

const cancelled = () =>
  invalidField('bookable_event_id', 'cancelled', 'the bookable event is cancelled: it takes no registrations');
/** `full`: the number of bookable events that the application has, the maximum. */
const tooMany = (full: number | undefined) =>
  full === undefined
    ? invalidField('registration_id', 'too_many', 'a bookable event may have at most 10000 registrations')
    : invalidField('bookable_event_id', 'too_many', `an application may have at most ${full} bookable events`);

type Metadata = NonNullable<z.output<typeof upsertRegistrationBody>['metadata']>;

const pairsOf = (metadata: Metadata) => Object.entries(metadata).map(([name, value]) => ({ name, value }));

@Controller('v1/bookable_events')
@UseGuards(ApiKeyGuard())
export class BookableEventsController {
  constructor(
    @Inject(requestToken) private readonly client: MessagingClient,
    @Inject(configToken) private readonly config: Pick<GatewayConfig, 'PUBLIC_URL'>,
  ) {}

  @Post()
  @HttpCode(200)
  async upsert(@ApplicationOf() { clientId: client_id }: CallingApplication, @Body() input: unknown) {
    const { bookable_event_id, start, end, status, registration } = validate(upsertBookableEventBody, input);
    const times = { start: instantMs(start)!, end: instantMs(end)! };
    const capacity = registration?.capacity ?? null;
    const event = { client_id, bookable_event_id, ...times, status: status ?? ('confirmed' as const), capacity };
    return this.answer({ kind: 'upsert', ...event }, 'registration.capacity');
  }

  @Get(':bookableEventId')
  read(@ApplicationOf() { clientId }: CallingApplication, @Param('bookableEventId') bookable_event_id: string) {
    return this.page({ client_id: clientId, bookable_event_id }, firstPage);
  }

  @Get(':bookableEventId/registrations/pages/:cursor')
  next(
    @ApplicationOf() { clientId }: CallingApplication,
    @Param('bookableEventId') bookable_event_id: string,
    @Param('cursor') cursor: string,
  ) {
    const page = readPage(cursor);
    if (!page) throw notFound('page');
    return this.page({ client_id: clientId, bookable_event_id }, page);
  }

  @Post(':bookableEventId/registrations')
  @HttpCode(200)
  async register(
    @ApplicationOf() { clientId: client_id }: CallingApplication,
    @Param('bookableEventId') bookable_event_id: string,
    @Body() input: unknown,
  ) {
    const { registration_id, status, metadata } = validate(upsertRegistrationBody, input);
    const key = { client_id, bookable_event_id, registration_id };
    if (status === 'removed') return this.answer({ kind: 'remove-registration', ...key }, 'status');
    return this.answer(
      { kind: 'register', ...key, status, ...(metadata ? { metadata: pairsOf(metadata) } : {}) },
      'status',
    );
  }

  @Delete(':bookableEventId/registrations/:registrationId')
  @HttpCode(202)
  async remove(
    @ApplicationOf() { clientId: client_id }: CallingApplication,
    @Param('bookableEventId') bookable_event_id: string,
    @Param('registrationId') registration_id: string,
  ) {
    await this.answer({ kind: 'remove-registration', client_id, bookable_event_id, registration_id }, 'status');
  }

  private page(key: { client_id: string; bookable_event_id: string }, page: RegistrationPage) {
    return this.answer({ kind: 'read', ...key, after: page.after, limit: pageSize }, 'status', page);
  }

  /** `field`: the member that is wrong if the capacity does not suffice. */
  private async answer(query: Exclude<BookableEventQuery, { kind: 'list' }>, field: string, page = firstPage) {
    const reply = await requestOrThrow(this.client, bookableEventQuery, query);
    if (reply.outcome === 'unknown') throw notFound('bookable event');
    if (reply.outcome === 'cancelled') throw cancelled();
    if (reply.outcome === 'too-many') throw tooMany(reply.full);
    if (reply.outcome === 'capacity-exceeded') {
      const description = `${reply.registered_count} registrations are accepted: there is no place for more`;
      throw invalidField(field, 'capacity_exceeded', description);
    }
    if (reply.outcome !== 'event') throw new Error(`availability answered ${reply.outcome} about a bookable event`);
    const base = `${this.config.PUBLIC_URL}/v1/bookable_events/${query.bookable_event_id}/registrations/pages`;
    return presentBookableEvent(reply, page, base);
  }
}
