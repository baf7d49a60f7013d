import { createConsoleLink, listAudit, readActivity, readStatus, readUsage } from '@kalends/public-api';
import type { Command } from 'commander';
import type { CommandContext } from '../command.js';
import { fields, table } from '../table.js';
import { calls } from '../calls.js';

/** What concerns the whole deployment: its status, the audit, the console. */
export function addAdministrationCommands(program: Command, context: CommandContext): void {
  program
    .command('status')
    .description('how the deployment is: its services, and what waits')
    .action(
      calls(context, {
        endpoint: readStatus,
        lines: ({ services, changes_by_hour, ...numbers }) => [
          ...table(
            ['service', 'status', 'checks'],
            services.map(({ name, status, checks }) => ({
              service: name,
              status,
              checks: checks
                .filter((one) => one.status !== 'ok')
                .map((one) => `${one.name}: ${one.detail ?? one.status}`),
            })),
            'Services run in other processes: see their own /health/ready.',
          ),
          '',
          ...fields({
            ...numbers,
            changes_in_24_hours: changes_by_hour.reduce((sum, one) => sum + one.own + one.others, 0),
          }),
        ],
      }),
    );
  program
    .command('activity')
    .description('what waits between the services, and callbacks of the last 24 hours')
    .action(
      calls(context, {
        endpoint: readActivity,
        lines: ({ queues, callbacks_by_hour: hours }) => [
          ...table(['service', 'answered', 'outbox', 'outbox_seconds', 'inbox', 'dead_letters'], queues, ''),
          '',
          ...fields({
            callbacks_delivered_in_24_hours: hours.reduce((sum, { delivered }) => sum + delivered, 0),
            callbacks_failed_in_24_hours: hours.reduce((sum, { failed }) => sum + failed, 0),
          }),
        ],
      }),
    );
  program
    .command('usage')
    .description('how much each application uses, by day, the newest first')
    .option('--client-id <id>', 'only this application')
    .option('--from <day>', 'from this day on (YYYY-MM-DD, UTC)')
    .option('--to <day>', 'up to this day')
    .option('--after <cursor>', 'next_after of the page before')
    .action(
      calls(context, {
        endpoint: readUsage,
        query: ({ clientId, ...rest }: { clientId?: string; from?: string; to?: string; after?: string }) => ({
          client_id: clientId,
          ...rest,
        }),
        lines: ({ usage, next_after }) => [
          ...table(
            ['day', 'application_name', 'client_id', 'calls', 'refused', 'changes', 'accounts'],
            usage,
            'No request yet.',
          ),
          ...(next_after === null ? [] : [`more: --after ${next_after}`]),
        ],
      }),
    );
  program
    .command('audit')
    .description('what administrators changed and viewed, newest first')
    .option('--client-id <id>', 'only about this application')
    .option('--sub <id>', 'only about this account')
    .option('--action <action>', 'only this action, such as grant.revoked')
    .option('--after <cursor>', 'next_after of the page before')
    .action(
      calls(context, {
        endpoint: listAudit,
        query: ({ clientId, ...rest }: { clientId?: string; sub?: string; action?: string; after?: string }) => ({
          client_id: clientId,
          ...rest,
        }),
        lines: ({ entries, next_after }) => [
          ...table(
            ['at', 'actor', 'action', 'about', 'subject', 'reason'],
            entries.map((entry) => ({ ...entry, about: entry.sub ?? entry.client_id })),
            'Nothing yet.',
          ),
          ...(next_after === null ? [] : [`more: --after ${next_after}`]),
        ],
      }),
    );
  program
    .command('console')
    .description('print a link that signs in to the console once')
    .option('--role <role>', 'viewer, operator or admin', 'admin')
    .option('--sub <id>', 'show only this account, for the administrator of a customer')
    .action(
      calls(context, {
        endpoint: createConsoleLink,
        body: ({ role, sub }: { role: string; sub?: string }) => ({ role, ...(sub === undefined ? {} : { sub }) }),
        lines: ({ url, expires_at }) => [url, `It works once, until ${expires_at}.`],
      }),
    );
}
