import { Controller, Get, Inject, Query, UseGuards } from '@nestjs/common';
import { listAccountsQuery } from '@kalends/public-api';
import type { Pool } from 'pg';
import { AdministratorOf, AdminKeyGuard, type Administrator } from '../../http/admin-key.js';
import { poolToken } from '../../http/injection-tokens.js';
import { invalidField, validate } from '../../http/refusals.js';
import type { AccountRow } from '../account-summary.js';
import { findAccounts, type AccountPlace } from './accounts.queries.js';

const cursorOf = ({ created_at, sub }: AccountRow) => Buffer.from(`${created_at} ${sub}`).toString('base64url');

function placeOf(after: string): AccountPlace {
  const [, createdAt, sub] =
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) (\S+)$/.exec(Buffer.from(after, 'base64url').toString()) ?? [];
  if (!createdAt || !sub) throw invalidField('after', 'cursor_invalid', 'after is not a next_after of this list');
  return { createdAt, sub };
}

@Controller('admin/v1/accounts')
@UseGuards(AdminKeyGuard)
export class ListAccountsController {
  constructor(@Inject(poolToken) private readonly pool: Pool) {}

  @Get()
  async list(@AdministratorOf() administrator: Administrator, @Query() input: unknown) {
    const { after, ...query } = validate(listAccountsQuery, input);
    const rows = await findAccounts(this.pool, administrator, {
      ...query,
      after: after === undefined ? null : placeOf(after),
    });
    const accounts = rows.slice(0, query.limit);
    return { accounts, next_after: rows.length > query.limit ? cursorOf(accounts.at(-1)!) : null };
  }
}
