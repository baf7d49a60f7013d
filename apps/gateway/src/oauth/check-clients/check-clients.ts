import { Inject, Injectable } from '@nestjs/common';
import { consentProvider } from '@kalends/provider-registry';
import type { RegistrationFinding } from '@kalends/provider-port/consent';
import { logEvent, type Logger } from '@kalends/service-runtime';
import { clockToken, configToken, logToken, type Clock } from '../../http/injection-tokens.js';
import type { GatewayConfig } from '../../config.js';
import { ClientChecks, worstOf, type DueBefore } from '../journey/client-checks.js';
import { Registrations } from '../journey/registrations.js';
import { inTime } from './in-time.js';

const minute = 60_000;
const hour = 60 * minute;

/** After which a check is repeated: a day, or an hour if the provider was not reached. */
const repeated: DueBefore = { answered: 24 * hour, unanswered: hour };
/** At a start: sooner, since something may have been corrected, but not by each replica of a rollout. */
const atStart: DueBefore = { answered: 10 * minute, unanswered: minute };

const longestMs = 30_000;

/** Tries the OAuth client at each provider in the background, so that an operator learns what is wrong before users do. */
@Injectable()
export class CheckClients {
  private readonly stopping = new AbortController();
  private intervals = atStart;

  constructor(
    private readonly checks: ClientChecks,
    private readonly registrations: Registrations,
    @Inject(configToken) private readonly config: Pick<GatewayConfig, 'CHECK_PROVIDERS'>,
    @Inject(clockToken) private readonly clock: Clock,
    @Inject(logToken) private readonly log: Logger,
  ) {}

  /** Checks what is due, and returns how many that were. */
  async round(): Promise<number> {
    if (!this.config.CHECK_PROVIDERS) return 0;
    const { answered, unanswered } = this.intervals;
    this.intervals = repeated;
    const now = this.clock();
    const before = { answered: now - answered, unanswered: now - unanswered };
    const done = await Promise.all(this.checks.configured().map((id) => this.checkIfDue(id, before)));
    return done.filter(Boolean).length;
  }

  /** Ends the check that is in progress, without its findings. */
  stop(): void {
    this.stopping.abort();
  }

  private async checkIfDue(id: string, before: DueBefore): Promise<boolean> {
    const registration = this.registrations.registrationAt(id);
    if (!registration || !(await this.checks.claim(id, before))) return false;
    const findings = await inTime(registration.check(), {
      ms: longestMs,
      late: [this.lateFinding(id)],
      signal: this.stopping.signal,
    });
    if (findings === null) return false;
    await this.checks.store(id, findings);
    this.report(id, findings);
    return true;
  }

  private lateFinding(id: string): RegistrationFinding {
    const detail = `${consentProvider(id)!.name} did not answer within ${longestMs / 1_000} seconds.`;
    return { check: 'client', result: 'unknown', detail, steps: [] };
  }

  private report(id: string, findings: readonly RegistrationFinding[]): void {
    logEvent(this.log, 'provider.checked', { provider_name: id, result: worstOf(findings) });
    for (const { check, result, detail, steps } of findings)
      if (result !== 'ok')
        this.log.warn({ event: 'provider.problem_reported', provider_name: id, check, result, steps }, detail);
  }
}
