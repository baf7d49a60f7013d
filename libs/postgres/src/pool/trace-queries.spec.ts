import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startThrowawayPostgres } from '../embedded-postgres/throwaway.js';
import { createPool } from './pool.js';
import { inTransaction } from './transaction.js';
import { statementName } from './trace-queries.js';
import { inSpan, useTracer, type SpanStart } from '@kalends/service-runtime';

interface FinishedSpan extends SpanStart {
  spanId: string;
  ended?: { error?: string };
}

describe('traces of statements', () => {
  let finished: FinishedSpan[];
  beforeEach(() => {
    finished = [];
    useTracer({
      start: (start) => {
        const spanId = String(finished.length + 1).padStart(16, '0');
        const span: FinishedSpan = { ...start, spanId };
        finished.push(span);
        const traceId = start.parent?.traceId ?? 'f'.repeat(32);
        return {
          context: { traceId, spanId, sampled: true },
          set: () => undefined,
          end: (outcome = {}) => void (span.ended = outcome),
        };
      },
      flush: async () => undefined,
    });
  });
  afterEach(() => useTracer(undefined));

  it.each([
    [{ name: 'claim-callbacks', text: 'SELECT 1' }, 'claim-callbacks'],
    ["SELECT 'secret' FROM account WHERE email = 'ada@example.com'", 'SELECT account'],
    [{ text: 'insert into "Inbox" (a) values ($1)' }, 'INSERT inbox'],
    ['\n  -- why\n  WITH x AS (SELECT 1) SELECT * FROM gateway.account', 'WITH gateway.account'],
    ['BEGIN', 'BEGIN'],
    ["VALUES ('secret')", 'VALUES'],
  ])('given the statement %j, when named, then it is %j', (statement, name) =>
    expect(statementName(statement).toLowerCase()).toBe(name.toLowerCase()),
  );

  it('given statements inside and outside of a span, when traced, then those inside are recorded once each, without values', async () => {
    const database = await startThrowawayPostgres();
    const pool: pg.Pool = createPool({ url: database.url, max: 1 });
    try {
      await pool.query('CREATE TABLE thing (name text)');
      const work = inSpan({ name: 'work', service: 'gateway' }, async () => {
        // one connection: a query that waits for it stays in its trace
        await Promise.all([
          pool.query({ name: 'add-thing', text: 'INSERT INTO thing VALUES ($1)', values: ['a secret'] }),
          inSpan({ name: 'beside', service: 'gateway' }, () => pool.query("SELECT 'secret' FROM thing")),
        ]);
        await inTransaction(pool, (client) => client.query('DELETE FROM thing'));
        await pool.query('SELECT nothing');
      });
      await expect(work).rejects.toThrow(/nothing/);
      const spans = finished.map(({ name, parent, ended }) => [
        name,
        finished.find((one) => one.spanId === parent?.spanId)?.name,
        ended?.error,
      ]);
      expect(spans.filter(([name]) => name?.startsWith('sql'))).toEqual([
        ['sql add-thing', 'work', undefined],
        ['sql SELECT thing', 'beside', undefined],
        ['sql BEGIN', 'work', undefined],
        ['sql DELETE thing', 'work', undefined],
        ['sql COMMIT', 'work', undefined],
        ['sql SELECT', 'work', '42703'],
      ]);
      expect(JSON.stringify(finished)).not.toContain('secret');
    } finally {
      await pool.end();
      await database.stop();
    }
  });
});
