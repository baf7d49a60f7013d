import { Controller, Get, Inject, UseGuards } from '@nestjs/common';
import { readiness } from '@kalends/service-runtime';
import type { Pool } from 'pg';
import { AdministratorOf, AdminKeyGuard, type Administrator } from '../../http/admin-key.js';
import { clockToken, poolToken, type Clock } from '../../http/injection-tokens.js';
import { landingToken, type Landing, type ServiceChecks } from '../../landing/landing.js';
import { readNumbers } from './status.queries.js';

type Status = 'ok' | 'degraded' | 'failed';

interface ServiceStatus {
  name: string;
  status: Status;
  checks: { name: string; status: Status; detail: string | null }[];
}

async function presentService({ name, checks }: ServiceChecks): Promise<ServiceStatus> {
  const report = await readiness(checks);
  return {
    name,
    status: report.status,
    checks: Object.entries(report.checks).map(([check, { status, detail }]) => ({
      name: check,
      status,
      detail: detail ?? null,
    })),
  };
}

@Controller('admin/v1/status')
@UseGuards(AdminKeyGuard)
export class ReadStatusController {
  constructor(
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(landingToken) private readonly landing: Landing,
    @Inject(clockToken) private readonly clock: Clock,
  ) {}

  @Get()
  async read(@AdministratorOf() administrator: Administrator) {
    const [services, numbers] = await Promise.all([
      Promise.all(this.landing.services().map(presentService)),
      readNumbers(this.pool, administrator, this.clock()),
    ]);
    return { services, ...numbers };
  }
}
