import { Body, Controller, HttpCode, Inject, UseGuards } from '@nestjs/common';
import {
  createElementTokenBody,
  elementTokenLifetime,
  type ElementBooking,
  type ValidationErrors,
} from '@kalends/public-api';
import { randomToken, type Sealer } from '@kalends/security';
import type { Pool } from 'pg';
import { ApiKeyGuard, ApplicationOf, type CallingApplication } from '../../http/api-key.js';
import { Post } from '../../http/idempotency/post.js';
import { clockToken, poolToken, sealerToken, type Clock } from '../../http/injection-tokens.js';
import { invalid, invalidField, notAuthorized, validate } from '../../http/refusals.js';
import { sealElementToken, type SealedBooking } from '../../tokens/element-token.js';
import { findAccounts, findOwner } from './create-element-token.queries.js';

const unknown = (sub: string) => ({
  key: 'errors.not_recognized',
  description: `${sub} is no account of this application`,
});

/** Throws a 422 that names the accounts that the application does not have, or may not use any longer. */
function refuseOthers(subs: readonly string[], granted: ReadonlyMap<string, boolean>): void {
  const errors = subs.flatMap((sub, index): [string, ValidationErrors['errors'][string]][] => {
    const isGranted = granted.get(sub);
    if (isGranted) return [];
    return [[`subs[${index}]`, [isGranted === undefined ? unknown(sub) : notAuthorized(sub)]]];
  });
  if (errors.length > 0) throw invalid(Object.fromEntries(errors));
}

@Controller('v1/element_tokens')
@UseGuards(ApiKeyGuard())
export class CreateElementTokenController {
  constructor(
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(sealerToken) private readonly sealer: Sealer,
    @Inject(clockToken) private readonly clock: Clock,
  ) {}

  @Post()
  @HttpCode(200)
  async create(@ApplicationOf() { clientId, secretId }: CallingApplication, @Body() input: unknown) {
    const body = validate(createElementTokenBody, input);
    const permissions = [...new Set(body.permissions)];
    const subs = [...new Set(body.subs ?? [])];
    const origin = new URL(body.origin).origin;
    const { granted, now: issued } = await findAccounts(this.pool, clientId, subs);
    refuseOthers(body.subs ?? [], granted);
    const booking = body.booking ? { booking: await this.seal(clientId, body.booking, subs) } : {};
    const bookableEventIds = body.bookable_event_ids ?? [];
    const expires = this.clock() + elementTokenLifetime * 1000;
    const sealed = {
      clientId,
      secretId: secretId!,
      permissions,
      origin,
      subs,
      bookableEventIds,
      ...booking,
      issued,
      expires,
    };
    const token = sealElementToken(this.sealer, sealed);
    return { element_token: { permissions, origin, token, expires_in: elementTokenLifetime } };
  }

  /** Throws a 422 for a calendar or members that the token does not name: they would be refused to its page. */
  private async seal(clientId: string, booking: ElementBooking, subs: readonly string[]): Promise<SealedBooking> {
    const owner = await findOwner(this.pool, clientId, booking.calendar_id);
    if (owner === undefined || !subs.includes(owner))
      throw invalidField('booking.calendar_id', 'not_recognized', 'booking.calendar_id is no calendar of subs');
    const members = booking.availability.participants.flatMap((group) => group.members);
    const other = members.find(({ sub }) => !subs.includes(sub));
    if (other) throw invalidField('booking.availability', 'not_recognized', `${other.sub} is not in subs`);
    return { ...booking, sub: owner, holdId: `et-${randomToken(18)}` };
  }
}
