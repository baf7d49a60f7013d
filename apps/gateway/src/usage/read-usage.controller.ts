import { Controller, Get, Inject, Query, UseGuards } from '@nestjs/common';
import { parseDate } from '@kalends/icalendar';
import { readUsageQuery } from '@kalends/public-api';
import type { Pool } from 'pg';
import { AdministratorOf, AdminKeyGuard, type Administrator } from '../http/admin-key.js';
import { poolToken } from '../http/injection-tokens.js';
import { invalidField, validate } from '../http/refusals.js';
import { CountRequests } from './count-requests.js';
import { findUsage, type UsagePlace, type UsageRow } from './usage.queries.js';

const cursorOf = ({ day, client_id }: UsageRow) => Buffer.from(`${day} ${client_id}`).toString('base64url');

function placeOf(after: string): UsagePlace {
  const [, day, clientId] = /^(\d{4}-\d\d-\d\d) (\S+)$/.exec(Buffer.from(after, 'base64url').toString()) ?? [];
  if (!day || !clientId || parseDate(day) === null)
    throw invalidField('after', 'cursor_invalid', 'after is not a next_after of this list');
  return { day, clientId };
}

/** How much each application uses, by day. */
@Controller('admin/v1/usage')
@UseGuards(AdminKeyGuard)
export class ReadUsageController {
  constructor(
    @Inject(poolToken) private readonly pool: Pool,
    private readonly counts: CountRequests,
  ) {}

  @Get()
  async read(@AdministratorOf() administrator: Administrator, @Query() input: unknown) {
    const { after, ...query } = validate(readUsageQuery, input);
    const place = after === undefined ? null : placeOf(after);
    await this.counts.store();
    const rows = await findUsage(this.pool, administrator, { ...query, after: place });
    const usage = rows.slice(0, query.limit);
    return { usage, next_after: rows.length > query.limit ? cursorOf(usage.at(-1)!) : null };
  }
}
