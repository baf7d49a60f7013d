#!/usr/bin/env node
// npm run bench:console: the console's queries with 100,000 accounts; p95 in ms, and how often PostgreSQL read a large table from end to end.
import pg from 'pg';
import { startCountedPostgres } from '../dist/harness/counted-postgres.js';
import { startEmbedded } from '../dist/harness/deployment.js';
import { Kalends } from '../dist/harness/kalends.js';
import { report } from './lib/measure.mjs';

const accounts = 100_000;
const rounds = Number(process.env.BENCH_ROUNDS || 40);
const atMostMs = 200;
const large = ['account', 'profile_state', 'change_log', 'audit_entry', 'authorization_grant'];

const fill = `
  INSERT INTO account (account_id, client_id, email, name, default_tzid, created_at)
  SELECT 'acc_' || md5(n::text), $1, 'person' || n || '@mail' || n % 50 || '.example.com', 'Person' || n || ' Family' || n % 1000, 'Etc/UTC',
         now() - n * interval '1 minute' FROM generate_series(1, ${accounts}) AS n;
  `;
const fills = [
  `INSERT INTO profile_state (profile_id, account_id, revision, deleted, record)
   SELECT 'pro_' || n, 'acc_' || md5(n::text), 1, false, jsonb_build_object('kind', 'profile', 'deleted', false, 'profile_id', 'pro_' || n,
     'account_id', 'acc_' || md5(n::text), 'revision', 1, 'provider_name', 'caldav', 'profile_name', 'p' || n, 'connected', n % 50 <> 0,
     'initial_sync', 'done', 'own_addresses', '[]'::jsonb) FROM generate_series(1, ${accounts}) AS n`,
  `INSERT INTO authorization_grant (grant_id, account_id, scope, public_client)
   SELECT 'grt_' || n, 'acc_' || md5(n::text), '{read_events}', false FROM generate_series(1, ${accounts}) AS n`,
  `INSERT INTO change_log (client_id, account_id, type, own, subject, occurred_ms)
   SELECT $1, 'acc_' || md5((n % 1000 + 1)::text), 'event_changed', n % 2 = 0, '{"calendar_id":"c","event_uid":"e' || n || '"}',
     (extract(epoch FROM now()) * 1000)::bigint - (${5 * accounts} - n)::bigint * 5000 FROM generate_series(1, ${5 * accounts}) AS n`,
  `INSERT INTO audit_entry (actor, action, client_id, account_id)
   SELECT 'admin key', 'account.created', $1, 'acc_' || md5(n::text) FROM generate_series(1, ${accounts}) AS n`,
];

const p95 = (times) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)];

const postgres = await startCountedPostgres({ throwaway: true });
const url = await postgres.createDatabase('console');
const running = await startEmbedded({ DATABASE_URL: url, LOG_LEVEL: 'error' });
const kalends = new Kalends(running.deployment);
const client = new pg.Client({ connectionString: url, options: '-c search_path=gateway' });
await client.connect();
try {
  const { client_id } = await kalends.application();
  await client.query(fill.trim().replace(/;$/, ''), [client_id]);
  for (const sql of fills) await client.query(sql, sql.includes('$1') ? [client_id] : []);
  await client.query('VACUUM ANALYZE');
  const sub = `acc_${(await client.query("SELECT md5('77') AS id")).rows[0].id}`;
  const second = (await kalends.admin('GET', '/accounts?limit=50')).body.next_after;
  const week = 'from=2026-11-23T00:00:00Z&to=2026-11-30T00:00:00Z';
  const queries = {
    overview: '/status',
    'newest accounts': '/accounts?limit=50',
    'the next page': `/accounts?limit=50&after=${second}`,
    'accounts that cannot be read': '/accounts?failing=true&limit=50',
    'accounts of an application': `/accounts?client_id=${client_id}&limit=50`,
    'search by address': '/accounts?query=person77%40mail',
    'search by name, of which many begin so': '/accounts?query=person7',
    'search by two words': '/accounts?query=person77+family',
    'search by id': `/accounts?query=${sub.slice(0, 12)}`,
    'one account': `/accounts/${sub}`,
    'its week': `/accounts/${sub}/events?${week}`,
    'its audit': `/audit?sub=${sub}`,
    'the audit': '/audit?limit=50',
  };
  const scans = async () => {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    const sql =
      'SELECT sum(seq_scan)::int AS scans FROM pg_stat_user_tables WHERE schemaname = $1 AND relname = ANY ($2)';
    return (await client.query(sql, ['gateway', large])).rows[0].scans;
  };
  const rows = [];
  for (const [measure, path] of Object.entries(queries)) {
    const times = [];
    await kalends.admin('GET', path);
    const before = await scans();
    for (let n = 0; n < rounds; n += 1) {
      const began = performance.now();
      const { status } = await kalends.admin('GET', path);
      times.push(performance.now() - began);
      if (status !== 200) throw new Error(`${path} answered ${status}`);
    }
    const scanned = ((await scans()) - before) / rounds;
    const ours = p95(times);
    rows.push({
      measure: `${measure}: p95 in ms`,
      ours: ours.toFixed(1),
      baseline: `${scanned.toFixed(2)} sequential scans`,
      ratio: ours,
      bound: atMostMs,
    });
  }
  report('bench:console, 100,000 accounts', rows);
} finally {
  await client.end();
  await running.stop();
  await postgres.stop();
}
