import { Body, Controller, HttpCode, Inject, Param, UseGuards } from '@nestjs/common';
import { availabilityBody } from '@kalends/public-api';
import type { Pool } from 'pg';
import { managedApplication } from '../../applications/managed-application.js';
import { Post } from '../../http/idempotency/post.js';
import { AdministratorOf, AdminKeyGuard, type Administrator } from '../../http/admin-key.js';
import { poolToken } from '../../http/injection-tokens.js';
import { validate } from '../../http/refusals.js';
import { QueryAvailability } from '../query-availability/query-availability.js';
import { findNames } from './explain-availability.queries.js';
import { presentExplanation } from './explain-availability.present.js';

/** For operators who investigate a time that is not offered: the application's own query, explained. */
@Controller('admin/v1/applications/:clientId/availability_explanations')
@UseGuards(AdminKeyGuard)
export class ExplainAvailabilityController {
  constructor(
    @Inject(QueryAvailability) private readonly query: QueryAvailability,
    @Inject(poolToken) private readonly pool: Pool,
  ) {}

  @Post()
  @HttpCode(200)
  async explain(
    @AdministratorOf() administrator: Administrator,
    @Param('clientId') clientId: string,
    @Body() input: unknown,
  ) {
    await managedApplication(this.pool, administrator, clientId);
    const body = validate(availabilityBody, input);
    const reply = await this.query.single({ clientId }, { ...body, explain: true }, { explainMembers: true });
    if (reply.outcome !== 'found') throw new Error(`availability answered ${reply.outcome} to a single query`);
    const subs = body.participants.flatMap(({ members }) => members.map(({ sub }) => sub));
    return presentExplanation(reply, await findNames(this.pool, clientId, subs));
  }
}
