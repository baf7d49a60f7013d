import { Controller, HttpCode, Inject, Param, UseGuards } from '@nestjs/common';
import { consentProvider } from '@kalends/provider-registry';
import { logEvent, type Logger } from '@kalends/service-runtime';
import type { Pool } from 'pg';
import { AdministratorOf, AdminKeyGuard, onlyDeployment, type Administrator } from '../../http/admin-key.js';
import { logToken, poolToken } from '../../http/injection-tokens.js';
import { Post } from '../../http/idempotency/post.js';
import { notFound } from '../../http/refusals.js';
import { ClientChecks, worstOf } from '../journey/client-checks.js';
import { countEnding, endingFinding } from '../journey/ending-consents.js';
import { Registrations } from '../journey/registrations.js';

/** Tries the OAuth client at a provider, before any user meets it. */
@Controller('admin/v1/providers/:provider/check')
@UseGuards(AdminKeyGuard)
export class CheckProviderController {
  constructor(
    private readonly registrations: Registrations,
    private readonly checks: ClientChecks,
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(logToken) private readonly log: Logger,
  ) {}

  @Post()
  @HttpCode(200)
  async check(@AdministratorOf() administrator: Administrator, @Param('provider') id: string) {
    onlyDeployment(administrator);
    const known = consentProvider(id);
    const registration = this.registrations.registrationAt(id);
    if (!known || !registration) throw notFound('configured provider');
    const ending = await countEnding(
      this.pool,
      known.accounts.map((one) => one.name),
    );
    const found = await registration.check();
    await this.checks.store(id, found);
    const findings = [...found, ...endingFinding(registration, ending)];
    const result = worstOf(findings);
    logEvent(this.log, 'provider.checked', { provider_name: id, result });
    return { provider: { provider: id, name: known.name, result, findings } };
  }
}
