import { connectProfileEndpoint, listConnectedProfiles } from '@kalends/public-api';
import { Option, type Command } from 'commander';
import { callEndpoint } from '../call-endpoint.js';
import { withAdmin, type CommandContext } from '../command.js';
import { addDisconnect } from './disconnect-command.js';
import { fields, table } from '../table.js';
import { refused } from '../terminal.js';
import { readPassword } from './read-password.js';

interface ConnectOptions {
  sub: string;
  provider: string;
  url?: string;
  username?: string;
  password?: string;
}

function addConnect(profile: Command, context: CommandContext): void {
  profile
    .command('connect')
    .description('connect a CalDAV or Apple account, or a published calendar, to an account')
    .requiredOption('--sub <id>', 'the account (acc_…)')
    .addOption(
      new Option('--provider <name>', 'caldav, apple or ics (a published calendar)')
        .choices(['caldav', 'apple', 'ics'])
        .makeOptionMandatory(),
    )
    .option('--url <url>', 'the address of the server, or of the published calendar; required for caldav and ics')
    .option('--username <name>', 'user name at the provider; required, except for ics')
    .option(
      '--password <password>',
      'app password; without this option it is prompted for, or read from standard input',
    )
    .action((options: ConnectOptions, command: Command) =>
      context.run(command, () =>
        withAdmin(command, context, async (access) => {
          const { sub, provider, url, username } = options;
          const prompted = () => (provider === 'ics' ? undefined : readPassword(context.terminal, 'Password: '));
          const password = options.password ?? (await prompted());
          if (provider !== 'ics' && !password) return refused('password: password must be specified');
          const body = { provider_name: provider, url, username, password };
          const called = await callEndpoint(access, connectProfileEndpoint, { params: { sub }, body });
          if (!called.ok) return called;
          return { ok: true, data: called.answer, lines: fields(called.answer) };
        }),
      ),
    );
}

export function addProfileCommands(program: Command, context: CommandContext): void {
  const profile = program.command('profile').description('connect calendars to an account, and show their state');
  addDisconnect(profile, context);
  addConnect(profile, context);
  profile
    .command('list')
    .description("an account's profiles: connected or not, last sync, error")
    .requiredOption('--sub <id>', 'the account (acc_…)')
    .action((options: { sub: string }, command: Command) =>
      context.run(command, () =>
        withAdmin(command, context, async (access) => {
          const called = await callEndpoint(access, listConnectedProfiles, { params: { sub: options.sub } });
          if (!called.ok) return called;
          const { profiles } = called.answer;
          const columns = [
            'profile_id',
            'provider_name',
            'profile_name',
            'connected',
            'initial_sync',
            'last_sync',
            'error',
          ] as const;
          return { ok: true, data: called.answer, lines: table(columns, profiles, 'This account has no profile.') };
        }),
      ),
    );
}
