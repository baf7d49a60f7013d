import { Inject, Injectable } from '@nestjs/common';
import { toIso } from '@kalends/icalendar';
import { providers } from '@kalends/provider-registry';
import type { RegistrationFinding } from '@kalends/provider-port/consent';
import type { Pool } from 'pg';
import { clockToken, poolToken, type Clock } from '../../http/injection-tokens.js';
import { Registrations } from './registrations.js';

const severity = ['failed', 'warning', 'unknown', 'ok'] as const;

/** The worst of what was found; `ok` if that is nothing. */
export const worstOf = (findings: readonly RegistrationFinding[]): RegistrationFinding['result'] =>
  severity.find((one) => findings.some(({ result }) => result === one)) ?? 'ok';

/** `checkedAt`: UTC ISO. */
export interface CheckedClient {
  checkedAt: string;
  findings: RegistrationFinding[];
}

/** Whether a check is due: epoch ms before which one must have begun, of one that found an answer and of one that did not, or was not completed. */
export interface DueBefore {
  answered: number;
  unanswered: number;
}

/** Findings are about the client that was checked: those of another one are forgotten. */
const claimSql = `
  INSERT INTO provider_check AS known (provider, client, claimed_at) VALUES ($1, $2, to_timestamp($3::float8 / 1000))
  ON CONFLICT (provider) DO UPDATE SET
    claimed_at = excluded.claimed_at, client = excluded.client,
    checked_at = CASE WHEN known.client = excluded.client THEN known.checked_at END,
    findings = CASE WHEN known.client = excluded.client THEN known.findings ELSE '[]' END
  WHERE known.client <> excluded.client OR known.claimed_at <= to_timestamp(
    CASE WHEN known.checked_at >= known.claimed_at AND NOT known.findings @> '[{"check":"client","result":"unknown"}]'
    THEN $4::float8 ELSE $5::float8 END / 1000.0)`;

const storeSql = `
  INSERT INTO provider_check (provider, client, claimed_at, checked_at, findings)
  VALUES ($1, $2, to_timestamp($3::float8 / 1000), to_timestamp($3::float8 / 1000), $4)
  ON CONFLICT (provider) DO UPDATE SET
    client = excluded.client, claimed_at = excluded.claimed_at, checked_at = excluded.checked_at, findings = excluded.findings`;

interface Row {
  provider: string;
  client: string;
  checked_at: string;
  findings: RegistrationFinding[];
}

/** What the last check of each OAuth client found, for all replicas. */
@Injectable()
export class ClientChecks {
  constructor(
    private readonly registrations: Registrations,
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(clockToken) private readonly clock: Clock,
  ) {}

  /** The providers with a client here. */
  configured(): string[] {
    return providers.map(({ id }) => id).filter((id) => this.registrations.registrationAt(id) !== null);
  }

  /** Whether a check is due; if so, this process alone has to do it. */
  async claim(id: string, { answered, unanswered }: DueBefore): Promise<boolean> {
    const client = this.registrations.registrationAt(id)?.client;
    if (client === undefined) return false;
    const { rowCount } = await this.pool.query(claimSql, [id, client, this.clock(), answered, unanswered]);
    return rowCount === 1;
  }

  async store(id: string, findings: readonly RegistrationFinding[]): Promise<void> {
    const client = this.registrations.registrationAt(id)?.client;
    if (client !== undefined) await this.pool.query(storeSql, [id, client, this.clock(), JSON.stringify(findings)]);
  }

  /** By provider; a client that is not configured as it was then has none. */
  async last(): Promise<ReadonlyMap<string, CheckedClient>> {
    const { rows } = await this.pool.query<Row>(
      `SELECT provider, client, (extract(epoch FROM checked_at) * 1000)::float8 AS checked_at, findings
       FROM provider_check WHERE checked_at IS NOT NULL`,
    );
    const current = rows.filter(
      ({ provider, client }) => this.registrations.registrationAt(provider)?.client === client,
    );
    return new Map(
      current.map(({ provider, checked_at, findings }) => [
        provider,
        { checkedAt: toIso(Math.round(Number(checked_at))), findings },
      ]),
    );
  }
}
