import { Controller, Get, Inject, Param, UseGuards } from '@nestjs/common';
import type { Pool } from 'pg';
import { managedApplication } from '../applications/managed-application.js';
import type { GatewayConfig } from '../config.js';
import { AdministratorOf, AdminKeyGuard, type Administrator } from '../http/admin-key.js';
import { clockToken, configToken, poolToken, type Clock } from '../http/injection-tokens.js';
import { CountRequests } from './count-requests.js';
import { findErrors, type ErrorRow } from './errors.queries.js';

const hour = 3_600_000;
const maxFound = 200;

function presentError({ route, status, code, count, last_at, request_id, description }: ErrorRow, docs: string) {
  const [method, path] = route.split(' ') as [string, string];
  const part = code.startsWith('errors.') ? '#which-field-and-why' : '';
  return {
    ...{ method, path, status, code, count },
    example: { at: last_at, request_id, description },
    documentation: `${docs}/errors${part}`,
  };
}

/** What was refused of an application's requests in the last day. */
@Controller('admin/v1/applications/:clientId/errors')
@UseGuards(AdminKeyGuard)
export class ListErrorsController {
  private readonly docs: string;

  constructor(
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(clockToken) private readonly clock: Clock,
    private readonly counts: CountRequests,
    @Inject(configToken) config: Pick<GatewayConfig, 'PUBLIC_URL'>,
  ) {
    this.docs = `${config.PUBLIC_URL}/docs`;
  }

  @Get()
  async list(@AdministratorOf() administrator: Administrator, @Param('clientId') clientId: string) {
    await managedApplication(this.pool, administrator, clientId);
    await this.counts.store();
    const now = this.clock();
    const since = now - (now % hour) - 23 * hour;
    const found = await findErrors(this.pool, clientId, { since, limit: maxFound + 1 });
    return {
      since: new Date(since).toISOString(),
      errors: found.slice(0, maxFound).map((row) => presentError(row, this.docs)),
      truncated: found.length > maxFound,
    };
  }
}
