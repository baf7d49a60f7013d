import type { Sql } from '@kalends/messaging';
import { Option, type Command } from 'commander';
import type { CommandContext } from '../command.js';
import { table } from '../table.js';
import { refused } from '../terminal.js';
import { databaseOption, withSchema } from '../with-schema.js';

interface Options {
  resume?: string;
  failing?: boolean;
  provider?: string;
  limit: number;
}

interface ProfileLine {
  profile_id: string;
  account_id: string;
  provider_name: string;
  connected: boolean;
  initial_sync: string;
  /** UTC, whole seconds. */
  last_sync: string | null;
  /** Consecutive failed attempts. */
  failures: number;
  error: string | null;
}

const columns = [
  'profile_id',
  'account_id',
  'provider_name',
  'connected',
  'initial_sync',
  'last_sync',
  'failures',
  'error',
] as const;

const profilesSql = `
  SELECT profile_id, account_id, provider_name, connected, initial_sync, failures, error,
         to_char(to_timestamp(last_sync / 1000) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS last_sync
  FROM profile
  WHERE NOT deleted AND ($1::text IS NULL OR provider_name = $1)
    AND (NOT $2 OR NOT connected OR failures > 0 OR initial_sync = 'failed' OR set_aside_at IS NOT NULL)
  ORDER BY failures DESC, last_sync NULLS FIRST, profile_id LIMIT $3`;

const find = (sql: Sql, { provider, failing, limit }: Options) =>
  sql.query<ProfileLine>(profilesSql, [provider ?? null, failing ?? false, limit]);

const resumeSql = `
  UPDATE profile SET deaths = 0, set_aside_at = NULL, set_asides = 0, error = NULL, next_sync_at = 0
  WHERE profile_id = $1 AND set_aside_at IS NOT NULL AND connected AND NOT deleted
  RETURNING profile_id`;

/** Lets calendar-sync read a profile again that it has set aside. */
async function resume(sql: Sql, profileId: string) {
  const [resumed] = await sql.query<{ profile_id: string }>(resumeSql, [profileId]);
  if (!resumed) return refused(`${profileId}: there is no such profile that was set aside`);
  return { ok: true as const, data: resumed, lines: [`${profileId} is read again.`] };
}

/** Works on calendar-sync's database: the profiles of all applications, for operators who handle a staleness alert. */
export function addProfilesCommand(program: Command, context: CommandContext): void {
  program
    .command('profiles')
    .description('connected calendars of all accounts, troubled ones first')
    .option('--failing', 'only those that are disconnected or whose last sync failed')
    .option('--resume <profile_id>', 'read a profile again that was set aside')
    .option('--provider <name>', 'google, exchange, live_connect, apple, caldav, ics or kalends')
    .option('--limit <n>', 'maximum number of lines', (text) => Math.max(1, Number.parseInt(text, 10) || 100), 100)
    .addOption(new Option('--service <name>').choices(['calendar-sync']).default('calendar-sync').hideHelp())
    .addOption(databaseOption())
    .action((options: Options, command: Command) =>
      context.run(command, () =>
        withSchema(command, context, async (sql) => {
          if (options.resume !== undefined) return resume(sql, options.resume);
          const profiles = await find(sql, options);
          return { ok: true, data: { profiles }, lines: table(columns, profiles, 'There is no such profile.') };
        }),
      ),
    );
}
