import { Controller, Get, Inject, UseGuards } from '@nestjs/common';
import { services as all } from '@kalends/contracts';
import type { Pool } from 'pg';
import { failing } from '../../accounts/account-summary.js';
import { AdministratorOf, AdminKeyGuard, onlyDeployment, type Administrator } from '../../http/admin-key.js';
import { budgetsIn } from '../../http/bus/budgets.js';
import { Services } from '../../http/bus/services.js';
import { clockToken, poolToken, type Clock } from '../../http/injection-tokens.js';
import { activityOfProviders, callbacksByHour, firstHour, presentQueue } from './activity.js';

const failingSql = `
  SELECT coalesce(record ->> 'provider_name', 'unknown') AS provider, count(*)::int AS profiles
  FROM profile_state WHERE NOT deleted AND (${failing}) GROUP BY 1`;

/** What waits between the services, and what they did in the last 24 hours. */
@Controller('admin/v1/activity')
@UseGuards(AdminKeyGuard)
export class ReadActivityController {
  constructor(
    private readonly services: Services,
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(clockToken) private readonly clock: Clock,
  ) {}

  @Get()
  async read(@AdministratorOf() administrator: Administrator) {
    onlyDeployment(administrator);
    const since = firstHour(this.clock());
    const [replies, unread] = await Promise.all([
      this.services.requestEach(all, () => ({ kind: 'read-numbers', since }), 'numbers'),
      this.pool.query<{ provider: string; profiles: number }>(failingSql),
    ]);
    const counts = replies.flatMap(({ reply }) => reply?.counts ?? []);
    const failingOf = new Map(unread.rows.map(({ provider, profiles }) => [provider, profiles]));
    return {
      queues: replies.map(presentQueue),
      callbacks_by_hour: callbacksByHour(since, counts),
      providers: activityOfProviders(since, { counts, failing: failingOf, budgets: budgetsIn(replies) }),
    };
  }
}
