import { Controller, Get, Inject, UseGuards } from '@nestjs/common';
import { providers } from '@kalends/provider-registry';
import type { Pool } from 'pg';
import { AdministratorOf, AdminKeyGuard, onlyDeployment, type Administrator } from '../../http/admin-key.js';
import { poolToken } from '../../http/injection-tokens.js';
import { countEnding, endingFinding } from '../journey/ending-consents.js';
import { Registrations } from '../journey/registrations.js';

/** What an operator has to know of each provider before users connect, and what is known of its consents. */
@Controller('admin/v1/providers')
@UseGuards(AdminKeyGuard)
export class ListProvidersController {
  constructor(
    private readonly registrations: Registrations,
    @Inject(poolToken) private readonly pool: Pool,
  ) {}

  @Get()
  async list(@AdministratorOf() administrator: Administrator) {
    onlyDeployment(administrator);
    const known = providers.filter(({ consent }) => consent !== undefined);
    return {
      providers: await Promise.all(
        known.map(async ({ id, name, accounts, settings }) => {
          const ending = await countEnding(
            this.pool,
            accounts.map((one) => one.name),
          );
          const registration = this.registrations.registrationAt(id);
          return {
            provider: id,
            name,
            configured: registration !== null,
            redirect_address: registration?.redirectAddress ?? null,
            settings: Object.keys(settings.gateway).filter((one) => /_CLIENT_(ID|SECRET)$/.test(one)),
            ending_profiles: ending,
            findings: endingFinding(registration, ending),
          };
        }),
      ),
    };
  }
}
