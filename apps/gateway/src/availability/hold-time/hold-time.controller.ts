import { Body, Controller, Delete, HttpCode, Inject, Param, Res, UseGuards } from '@nestjs/common';
import { holdQuery, type Hold, type HoldReply } from '@kalends/contracts';
import { confirmHoldBody, placeHoldBody } from '@kalends/public-api';
import { instantMs, toIso } from '@kalends/icalendar';
import type { MessagingClient } from '@kalends/messaging';
import type { FastifyReply } from 'fastify';
import type { Pool } from 'pg';
import { Post } from '../../http/idempotency/post.js';
import { requestOrThrow } from '../../http/bus/request-or-throw.js';
import { ApiKeyOrTokenGuard, ApplicationOf, type CallingApplication } from '../../http/api-key.js';
import { requestToken, clockToken, poolToken, type Clock } from '../../http/injection-tokens.js';
import { invalid, invalidField, notFound, Refusal, validate } from '../../http/refusals.js';
import { readMembers } from '../read-members.js';
import { ConfirmHold } from './confirm-hold.js';

const defaultTtl = 300;

const present = ({ hold_id, members, start, end, expires_at }: Hold) => ({
  hold: {
    hold_id,
    members: members.map(({ sub }) => ({ sub })),
    start: toIso(start),
    end: toIso(end),
    expires_at: toIso(expires_at),
  },
});

const conflict = (description: string, members?: Extract<HoldReply, { outcome: 'conflict' }>['members']) =>
  new Refusal(409, { error: 'conflict', description, ...(members ? { members } : {}) });

const full = (most: number) =>
  invalidField(
    'hold_id',
    'too_many',
    `an application may have at most ${most} holds: release some, or let them expire`,
  );

/** A user's token may hold, release and confirm only its own user's time. */
const onlyOf = ({ user }: CallingApplication) => (user ? { only_sub: user.accountId } : {});

@Controller('v1/holds')
export class HoldTimeController {
  constructor(
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(requestToken) private readonly client: MessagingClient,
    @Inject(clockToken) private readonly clock: Clock,
    @Inject(ConfirmHold) private readonly confirmHold: ConfirmHold,
  ) {}

  /** A refused hold reveals who is busy, so both scopes are required. */
  @Post()
  @UseGuards(ApiKeyOrTokenGuard('create_event', 'read_free_busy'))
  async place(
    @ApplicationOf() application: CallingApplication,
    @Body() input: unknown,
    @Res({ passthrough: true }) response: FastifyReply,
  ) {
    const body = validate(placeHoldBody, input);
    const requested = body.members.map(({ sub, calendar_ids: calendarIds }, index) => ({
      path: `members[${index}]`,
      sub,
      calendarIds,
    }));
    const { members, errors, overlay } = await readMembers(this.pool, { application, requested }, this.clock());
    if (Object.keys(errors).length > 0) throw invalid(errors);
    const span = { start: instantMs(body.start)!, end: instantMs(body.end)! };
    const reply = await requestOrThrow(this.client, holdQuery, {
      kind: 'place',
      client_id: application.clientId,
      hold_id: body.hold_id,
      members: body.members.map((one) => ({
        sub: one.sub,
        calendar_ids: one.calendar_ids ?? members.get(one.sub)!.calendarIds,
      })),
      ...span,
      ttl_seconds: body.ttl ?? defaultTtl,
      overlay: overlay(span),
    });
    if (reply.outcome === 'conflict') throw conflict('One of the members is not free at that time.', reply.members);
    if (reply.outcome === 'different-hold' && reply.full !== undefined) throw full(reply.full);
    if (reply.outcome === 'different-hold') throw conflict('This hold_id was used for another hold.');
    if (reply.outcome !== 'held') throw new Error(`availability answered ${reply.outcome} to a new hold`);
    void response.status(reply.repeated ? 200 : 201);
    return present(reply.hold);
  }

  @Delete(':holdId')
  @HttpCode(202)
  @UseGuards(ApiKeyOrTokenGuard('create_event'))
  async release(@ApplicationOf() application: CallingApplication, @Param('holdId') holdId: string) {
    const hold = { client_id: application.clientId, hold_id: holdId, ...onlyOf(application) };
    const reply = await requestOrThrow(this.client, holdQuery, { kind: 'release', ...hold });
    if (reply.outcome === 'unknown-hold') throw notFound('hold');
  }

  @Post(':holdId/confirm')
  @HttpCode(202)
  @UseGuards(ApiKeyOrTokenGuard('create_event'))
  async confirm(
    @ApplicationOf() application: CallingApplication,
    @Param('holdId') holdId: string,
    @Body() input: unknown,
  ) {
    const body = validate(confirmHoldBody, input);
    const outcome = await this.confirmHold.confirm(application, holdId, body);
    if (outcome === 'unknown-hold') throw notFound('hold');
    if (outcome === 'expired-hold') throw conflict('The hold has expired; hold the time again.');
  }
}
