import { Controller, HttpCode, Inject, Param, UseGuards } from '@nestjs/common';
import { consentProvider } from '@kalends/provider-registry';
import type { RegistrationFinding } from '@kalends/provider-port/consent';
import { logEvent, type Logger } from '@kalends/service-runtime';
import type { Pool } from 'pg';
import { AdministratorOf, AdminKeyGuard, onlyDeployment, type Administrator } from '../../http/admin-key.js';
import { logToken, poolToken } from '../../http/injection-tokens.js';
import { Post } from '../../http/idempotency/post.js';
import { notFound } from '../../http/refusals.js';
import { countEnding, endingFinding } from '../journey/ending-consents.js';
import { Registrations } from '../journey/registrations.js';

const severity = ['failed', 'warning', 'unknown', 'ok'] as const;

const worstOf = (findings: readonly RegistrationFinding[]): RegistrationFinding['result'] =>
  severity.find((one) => findings.some(({ result }) => result === one)) ?? 'ok';

/** Tries the OAuth client at a provider, before any user meets it. */
@Controller('admin/v1/providers/:provider/check')
@UseGuards(AdminKeyGuard)
export class CheckProviderController {
  constructor(
    private readonly registrations: Registrations,
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
    const findings = [...(await registration.check()), ...endingFinding(registration, ending)];
    const result = worstOf(findings);
    logEvent(this.log, 'provider.checked', { provider_name: id, result });
    return { provider: { provider: id, name: known.name, result, findings } };
  }
}
