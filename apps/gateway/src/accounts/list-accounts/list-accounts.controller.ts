import { Controller, Get, Inject, Query, UseGuards } from '@nestjs/common';
import { listAccountsQuery } from '@kalends/public-api';
import type { Pool } from 'pg';
import { AdministratorOf, AdminKeyGuard, type Administrator } from '../../http/admin-key.js';
import { poolToken } from '../../http/injection-tokens.js';
import { listCursorOf, listPlaceOf } from '../../http/list-place.js';
import { validate } from '../../http/refusals.js';
import { findAccounts } from './accounts.queries.js';

@Controller('admin/v1/accounts')
@UseGuards(AdminKeyGuard)
export class ListAccountsController {
  constructor(@Inject(poolToken) private readonly pool: Pool) {}

  @Get()
  async list(@AdministratorOf() administrator: Administrator, @Query() input: unknown) {
    const { after, ...query } = validate(listAccountsQuery, input);
    const rows = await findAccounts(this.pool, administrator, {
      ...query,
      after: after === undefined ? null : listPlaceOf(after),
    });
    const accounts = rows.slice(0, query.limit);
    const last = accounts.at(-1);
    const isLast = rows.length <= query.limit || !last;
    return { accounts, next_after: isLast ? null : listCursorOf({ createdAt: last.created_at, id: last.sub }) };
  }
}
