import { Controller, Get, Inject, Query, UseGuards } from '@nestjs/common';
import { listAuditQuery } from '@kalends/public-api';
import type { Pool } from 'pg';
import { AdministratorOf, AdminKeyGuard, type Administrator } from '../../http/admin-key.js';
import { poolToken } from '../../http/injection-tokens.js';
import { invalidField, validate } from '../../http/refusals.js';
import { findEntries } from './audit.queries.js';

@Controller('admin/v1/audit')
@UseGuards(AdminKeyGuard)
export class ListAuditController {
  constructor(@Inject(poolToken) private readonly pool: Pool) {}

  @Get()
  async list(@AdministratorOf() administrator: Administrator, @Query() input: unknown) {
    const query = validate(listAuditQuery, input);
    const { after } = query;
    if (after !== undefined && !/^\d{1,18}$/.test(after))
      throw invalidField('after', 'cursor_invalid', 'after is not a next_after of this list');
    const rows = await findEntries(this.pool, administrator, query);
    const entries = rows.slice(0, query.limit);
    return { entries, next_after: rows.length > query.limit ? entries.at(-1)!.audit_id : null };
  }
}
