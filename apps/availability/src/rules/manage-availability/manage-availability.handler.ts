import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import {
  managedAvailability,
  type AvailabilityRule,
  type ManagedAvailability,
  type ManagedAvailabilityReply,
} from '@kalends/contracts';
import { OnRequest } from '@kalends/messaging';
import { creationLock, inTransaction } from '@kalends/postgres';
import type { Pool, PoolClient, QueryConfig } from 'pg';
import { poolToken } from '../../injection-tokens.js';

type Of<Kind extends ManagedAvailability['kind']> = Extract<ManagedAvailability, { kind: Kind }>;

interface Stored {
  table: string;
  key: string;
  /** Most of them that an account may have: a list of rules, and a query of availability, reads all. */
  most: number;
}

const storedRules: Stored = { table: 'availability_rule', key: 'availability_rule_id', most: 100 };
const storedPeriods: Stored = { table: 'available_period', key: 'available_period_id', most: 10_000 };

/** Whether the account `$1` may have `$2`: it has it already, or has room. */
const hasRoom = ({ table, key, most }: Stored) => `
  (EXISTS (SELECT FROM ${table} WHERE account_id = $1 AND ${key} = $2)
   OR (SELECT count(*) FROM ${table} WHERE account_id = $1) < ${most})`;

interface PeriodRow {
  available_period_id: string;
  start_ms: number;
  end_ms: number;
  tzid: string | null;
  total: number;
}

/** Stores an account's rules and periods; every request is idempotent. */
@Controller()
export class ManageAvailabilityHandler {
  constructor(@Inject(poolToken) private readonly pool: Pool) {}

  @OnRequest(managedAvailability)
  async manage(@Payload() body: ManagedAvailability): Promise<ManagedAvailabilityReply> {
    switch (body.kind) {
      case 'upsert-rule':
        return this.upsertRule(body);
      case 'list-rules':
        return { outcome: 'rules', rules: await this.rules(body.account_id) };
      case 'read-rule':
        return this.readRule(body);
      case 'delete-rule':
        return this.remove(storedRules, body.account_id, body.availability_rule_id);
      case 'upsert-period':
        return this.upsertPeriod(body);
      case 'list-periods':
        return this.listPeriods(body);
      case 'delete-periods':
        return body.available_period_id === null
          ? this.removeAll(body.account_id)
          : this.remove(storedPeriods, body.account_id, body.available_period_id);
    }
  }

  private async rules(accountId: string): Promise<AvailabilityRule[]> {
    const { rows } = await this.pool.query<{ rule: AvailabilityRule }>(
      'SELECT rule FROM availability_rule WHERE account_id = $1 ORDER BY availability_rule_id',
      [accountId],
    );
    return rows.map(({ rule }) => rule);
  }

  private async upsertRule({ account_id, rule }: Of<'upsert-rule'>): Promise<ManagedAvailabilityReply> {
    return this.store(storedRules, account_id, {
      text: `INSERT INTO availability_rule (account_id, availability_rule_id, rule)
       SELECT $1::text, $2::text, $3::jsonb WHERE ${hasRoom(storedRules)}
       ON CONFLICT (account_id, availability_rule_id) DO UPDATE SET rule = excluded.rule`,
      values: [account_id, rule.availability_rule_id, JSON.stringify(rule)],
    });
  }

  private async readRule({ account_id, availability_rule_id }: Of<'read-rule'>): Promise<ManagedAvailabilityReply> {
    const rules = await this.rules(account_id);
    const rule = rules.find((one) => one.availability_rule_id === availability_rule_id);
    return rule ? { outcome: 'rules', rules: [rule] } : { outcome: 'unknown' };
  }

  private async remove({ table, key }: Stored, accountId: string, id: string): Promise<ManagedAvailabilityReply> {
    const { rowCount } = await this.pool.query(`DELETE FROM ${table} WHERE account_id = $1 AND ${key} = $2`, [
      accountId,
      id,
    ]);
    return { outcome: rowCount === 0 ? 'unknown' : 'done' };
  }

  private async removeAll(accountId: string): Promise<ManagedAvailabilityReply> {
    await this.pool.query('DELETE FROM available_period WHERE account_id = $1', [accountId]);
    return { outcome: 'done' };
  }

  private async upsertPeriod({ account_id, period }: Of<'upsert-period'>): Promise<ManagedAvailabilityReply> {
    return this.store(storedPeriods, account_id, {
      text: `INSERT INTO available_period (account_id, available_period_id, start_ms, end_ms, tzid)
       SELECT $1::text, $2::text, $3::bigint, $4::bigint, $5::text WHERE ${hasRoom(storedPeriods)}
       ON CONFLICT (account_id, available_period_id)
         DO UPDATE SET start_ms = excluded.start_ms, end_ms = excluded.end_ms, tzid = excluded.tzid`,
      values: [account_id, period.available_period_id, period.start, period.end, period.tzid ?? null],
    });
  }

  private async store(of: Stored, accountId: string, statement: QueryConfig): Promise<ManagedAvailabilityReply> {
    const first = (client: PoolClient) => client.query(creationLock(of.table, accountId));
    const { rowCount } = await inTransaction(this.pool, (client) => client.query(statement), { first });
    return rowCount === 0 ? { outcome: 'unknown', full: of.most } : { outcome: 'done' };
  }

  private async listPeriods(body: Of<'list-periods'>): Promise<ManagedAvailabilityReply> {
    const { rows } = await this.pool.query<PeriodRow>(
      `WITH found AS (
         SELECT available_period_id, start_ms, end_ms, tzid FROM available_period
         WHERE account_id = $1 AND ($2::bigint IS NULL OR end_ms > $2) AND ($3::bigint IS NULL OR start_ms < $3))
       SELECT found.*, total FROM (SELECT count(*)::int AS total FROM found) AS counted
         LEFT JOIN LATERAL (SELECT * FROM found ORDER BY start_ms, available_period_id OFFSET $4 LIMIT $5) AS found ON true`,
      [body.account_id, body.from, body.to, body.offset, body.limit],
    );
    const periods = rows.filter(({ available_period_id }) => available_period_id !== null);
    return {
      outcome: 'periods',
      total: rows[0]!.total,
      periods: periods.map(({ available_period_id, start_ms, end_ms, tzid }) => ({
        available_period_id,
        start: start_ms,
        end: end_ms,
        ...(tzid === null ? {} : { tzid }),
      })),
    };
  }
}
