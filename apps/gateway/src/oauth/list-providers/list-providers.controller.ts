import { Controller, Get, Inject, UseGuards } from '@nestjs/common';
import { providers } from '@kalends/provider-registry';
import type { Pool } from 'pg';
import { AdministratorOf, AdminKeyGuard, onlyDeployment, type Administrator } from '../../http/admin-key.js';
import { readBudgets } from '../../http/bus/budgets.js';
import { Services } from '../../http/bus/services.js';
import { clockToken, poolToken, type Clock } from '../../http/injection-tokens.js';
import { ClientChecks } from '../journey/client-checks.js';
import { countEnding } from '../journey/ending-consents.js';
import { Registrations } from '../journey/registrations.js';
import { presentProvider } from './present-provider.js';
import { countProfiles } from './profile-states.queries.js';

/** What an operator has to know of each provider before users connect, and what is known of its client and its profiles. */
@Controller('admin/v1/providers')
@UseGuards(AdminKeyGuard)
export class ListProvidersController {
  constructor(
    private readonly registrations: Registrations,
    private readonly services: Services,
    private readonly checks: ClientChecks,
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(clockToken) private readonly clock: Clock,
  ) {}

  @Get()
  async list(@AdministratorOf() administrator: Administrator) {
    onlyDeployment(administrator);
    const known = providers.filter(({ consent }) => consent !== undefined);
    const namesOf = ({ accounts }: (typeof known)[number]) => [...new Set(accounts.map((one) => one.name))];
    const [budgets, checked, profiles, ending] = await Promise.all([
      readBudgets(this.services, this.clock()),
      this.checks.last(),
      countProfiles(this.pool, known.flatMap(namesOf)),
      Promise.all(known.map((one) => countEnding(this.pool, namesOf(one)))),
    ]);
    return {
      providers: known.map((one, index) =>
        presentProvider({
          ...one,
          settings: Object.keys(one.settings.gateway),
          registration: this.registrations.registrationAt(one.id),
          checked: checked.get(one.id),
          budget: budgets.get(one.id),
          ending: ending[index]!,
          profiles: namesOf(one).map((name) => ({ provider_name: name, ...profiles.get(name)! })),
        }),
      ),
    };
  }
}
