import { Inject, Injectable } from '@nestjs/common';
import type { ValidationErrors } from '@kalends/public-api';
import { randomToken, type Egress, type Sealer } from '@kalends/security';
import type { Pool } from 'pg';
import { lockCreation } from '../../accounts/lock-creation.js';
import { QueryAvailability } from '../../availability/query-availability/query-availability.js';
import type { PrismaClient } from '../../generated/prisma/client.js';
import {
  clockToken,
  egressToken,
  poolToken,
  prismaToken,
  sealerToken,
  type Clock,
} from '../../http/injection-tokens.js';
import { invalid, invalidField, Refusal } from '../../http/refusals.js';
import { tokenHash } from '../../tokens/hash.js';
import { timestamp } from '../../tokens/timestamp.js';
import type { BookingLink, LinkDefinition } from '../booking-link.js';
import { decideTargets } from './decide-targets.js';
import { isSequence } from '../link-parts.js';
import { definitionOf, lastEnd, type LinkBody } from './definition.js';
import { tryEvents } from './try-event.js';
import { findTargets } from './find-targets.queries.js';

/** Most links of an application that are not erased yet. */
export const maxLinks = 100_000;

/** Most characters of a link's definition as JSON. */
const maxLength = 65_536;

const tooLong = () =>
  invalidField(
    'availability',
    'too_long',
    `a link may have at most ${maxLength} characters: name fewer members or periods`,
  );

/** How long a link is kept after the last time that it offers. */
const keptMs = 90 * 86_400_000;

type Errors = ValidationErrors['errors'];

const prefixed = (prefix: string, errors: Errors): Errors =>
  Object.fromEntries(Object.entries(errors).map(([field, found]) => [`${prefix}.${field}`, found]));

@Injectable()
export class CreateLink {
  constructor(
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(prismaToken) private readonly prisma: PrismaClient,
    @Inject(sealerToken) private readonly sealer: Sealer,
    @Inject(clockToken) private readonly clock: Clock,
    @Inject(egressToken) private readonly egress: Egress,
    @Inject(QueryAvailability) private readonly query: QueryAvailability,
  ) {}

  /** A new link, and the token in the address of its page. Throws a 422 Refusal that names every wrong member. */
  async create(clientId: string, body: LinkBody): Promise<BookingLink> {
    const named = body.target_calendars ?? [];
    const { targets, errors } = decideTargets(named, await findTargets(this.pool, clientId, named));
    const definition = definitionOf(body, targets);
    if (JSON.stringify(definition).length > maxLength) throw tooLong();
    const found = await Promise.all([
      this.unreachable(definition),
      this.unanswerable(clientId, body.availability),
      tryEvents(this.pool, { definition, body }, this.clock()),
    ]);
    const all = Object.assign(errors, ...found) as Errors;
    if (Object.keys(all).length > 0) throw invalid(all);
    const linkId = `${isSequence(definition.availability) ? 'seq' : 'sch'}_${randomToken(24)}`;
    const token = randomToken(32);
    const tokenSealed = this.sealer.seal(token, `booking-link:${linkId}`);
    await this.prisma.$transaction(async (db) => {
      await lockCreation(db, 'booking-link', clientId);
      if ((await db.bookingLink.count({ where: { client_id: clientId } })) >= maxLinks)
        throw invalidField('event.event_id', 'too_many', `the application has ${maxLinks} booking links, the maximum`);
      await db.bookingLink.create({
        data: {
          link_id: linkId,
          client_id: clientId,
          token_hash: tokenHash(token),
          token_sealed: tokenSealed,
          status: 'open',
          definition: definition as never,
          created_at: timestamp(this.clock()),
          expires_at: timestamp(Math.max(lastEnd(definition.availability), this.clock()) + keptMs),
        },
      });
    });
    return {
      ...{ linkId, clientId, status: 'open', definition, tokenSealed },
      ...{
        booking: null,
        change: null,
        displayMessage: null,
        refusal: null,
        isNoneSuitable: false,
        isNoneDisplayed: false,
      },
    };
  }

  /** What delivery would refuse is refused now (CBK-10). */
  private async unreachable({ callbackUrls }: LinkDefinition): Promise<Errors> {
    const named = [
      ['callback_urls.completed_url', callbackUrls.completed],
      ['callback_urls.no_times_suitable_url', callbackUrls.noneSuitable],
      ['callback_urls.no_times_displayed_url', callbackUrls.noneDisplayed],
      ['callback_urls.rescheduled_url', callbackUrls.rescheduled ?? null],
      ['callback_urls.cancelled_url', callbackUrls.cancelled ?? null],
    ] as const;
    const errors = new Map<string, Errors[string]>();
    for (const [field, url] of named) {
      const refusal = url === null ? null : await this.egress.refusalOf(url);
      const description = `${field} cannot be called: ${refusal?.message ?? ''}`;
      if (refusal) errors.set(field, [{ key: 'errors.invalid_url', description }]);
    }
    return Object.fromEntries(errors);
  }

  /** The query is tried once: what it would be refused for later is refused now. */
  private async unanswerable(clientId: string, query: LinkBody['availability']): Promise<Errors> {
    try {
      if ('sequence' in query) await this.query.sequenced({ clientId }, { ...query, max_results: 1 });
      else await this.query.single({ clientId }, { ...query, max_results: 1, explain: false });
      return {};
    } catch (error) {
      if (!(error instanceof Refusal) || error.getStatus() !== 422) throw error;
      return prefixed('availability', (error.getResponse() as ValidationErrors).errors);
    }
  }
}
