import { createAccount, deleteAccount, listAccounts, showAccount } from '@kalends/public-api';
import type { Command } from 'commander';
import { calls } from '../calls.js';
import { callEndpoint } from '../call-endpoint.js';
import { withAdmin, type CommandContext } from '../command.js';
import { fields, table } from '../table.js';

interface CreateOptions {
  clientId: string;
  email: string;
  name?: string;
  tzid?: string;
  scope?: string;
}

function addCreate(account: Command, context: CommandContext): void {
  account
    .command('create')
    .description('create an account with tokens and a built-in calendar')
    .requiredOption('--client-id <id>', 'the application that it belongs to')
    .requiredOption('--email <address>', "the user's e-mail address")
    .option('--name <name>', "the user's name")
    .option('--tzid <zone>', 'IANA time zone of the account and its calendar (Etc/UTC)')
    .option('--scope <scopes>', 'space-separated scopes of the tokens (all)')
    .action((options: CreateOptions, command: Command) =>
      context.run(command, () =>
        withAdmin(command, context, async (access) => {
          const { clientId, email, name, tzid, scope } = options;
          const body = { email, name, default_tzid: tzid, scope };
          const called = await callEndpoint(access, createAccount, { params: { client_id: clientId }, body });
          return called.ok ? { ok: true, data: called.answer, lines: fields(called.answer) } : called;
        }),
      ),
    );
}

interface ListOptions {
  clientId?: string;
  failing?: boolean;
  provider?: string;
  abandoned?: boolean;
  after?: string;
}

function addList(account: Command, context: CommandContext): void {
  account
    .command('list')
    .description('list or search accounts, the newest first')
    .argument('[words...]', 'beginnings of words of the name, the address or the id')
    .option('--client-id <id>', 'only accounts of this application')
    .option('--failing', 'only accounts with a profile that cannot be read or is disconnected')
    .option('--provider <name>', 'only accounts with a profile at this provider, such as google or exchange')
    .option('--abandoned', 'only accounts that nobody can use any more')
    .option('--after <cursor>', 'next_after of the page before')
    .action((words: string[], options: ListOptions, command: Command) =>
      calls(context, {
        endpoint: listAccounts,
        query: ({ clientId, failing, provider, abandoned, after }: ListOptions) => ({
          query: words.length === 0 ? undefined : words.join(' '),
          client_id: clientId,
          failing: failing ? 'true' : undefined,
          provider_name: provider,
          abandoned: abandoned ? 'true' : undefined,
          after,
        }),
        lines: ({ accounts, next_after }) => [
          ...table(
            ['sub', 'name', 'email', 'application_name', 'access', 'profiles', 'failing_profiles', 'created_at'],
            accounts,
            'There is no such account.',
          ),
          ...(next_after === null ? [] : [`more: --after ${next_after}`]),
        ],
      })(options, command),
    );
}

function addShow(account: Command, context: CommandContext): void {
  account
    .command('show')
    .description('show one account with its grants, profiles and calendars')
    .requiredOption('--sub <id>', 'the account (acc_…)')
    .action(
      calls(context, {
        endpoint: showAccount,
        params: ({ sub }: { sub: string }) => ({ sub }),
        lines: ({ account: { grants, profile_states, calendars, ...facts } }) => [
          ...fields(facts),
          '',
          ...table(['grant_id', 'scope', 'client_type', 'created_at'], grants, 'There is no grant.'),
          '',
          ...table(
            [
              'profile_id',
              'provider_name',
              'profile_name',
              'profile_state',
              'reason',
              'profile_last_success',
              'profile_next_try',
            ],
            profile_states.map((one) => ({ ...one, reason: one.profile_reason?.description })),
            'No profile is connected.',
          ),
          '',
          ...table(
            ['calendar_id', 'calendar_name', 'profile_id', 'permission_level'],
            calendars,
            'There is no calendar.',
          ),
        ],
      }),
    );
}

export function addAccountCommands(program: Command, context: CommandContext): void {
  const account = program.command('account').description('create, list, show and delete accounts');
  addCreate(account, context);
  addList(account, context);
  addShow(account, context);
  account
    .command('delete')
    .description('delete an account and all its data')
    .requiredOption('--sub <id>', 'the account (acc_…)')
    .action((options: { sub: string }, command: Command) =>
      context.run(command, () =>
        withAdmin(command, context, async (access) => {
          const called = await callEndpoint(access, deleteAccount, { params: { sub: options.sub } });
          return called.ok ? { ok: true, data: { sub: options.sub }, lines: [`deleted ${options.sub}`] } : called;
        }),
      ),
    );
}
