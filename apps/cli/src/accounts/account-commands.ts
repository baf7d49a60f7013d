import { createAccount, deleteAccount } from '@kalends/public-api';
import type { Command } from 'commander';
import { callEndpoint } from '../call-endpoint.js';
import { withAdmin, type CommandContext } from '../command.js';
import { fields } from '../table.js';

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

export function addAccountCommands(program: Command, context: CommandContext): void {
  const account = program.command('account').description('create and delete accounts');
  addCreate(account, context);
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
