import { Command, CommanderError } from 'commander';
import { addAccountCommands } from './accounts/account-commands.js';
import { addGrantCommands } from './accounts/grant-commands.js';
import { addAdministrationCommands } from './administration/administration-commands.js';
import { addApplicationCommands, addSecretCommands } from './applications/application-commands.js';
import { addDeveloperCommands } from './applications/developer-commands.js';
import { addBackupCommands } from './backup/backup-commands.js';
import { addBookingLinkCommands } from './booking-links/booking-link-commands.js';
import { addCallbackCommands } from './callbacks/callback-commands.js';
import type { CommandContext, Runner } from './command.js';
import { addDeadLetterCommands } from './dead-letters/dead-letter-commands.js';
import { addInviteCommands } from './invites/invite-commands.js';
import { addListenCommand } from './listen/listen-command.js';
import { addMailCommands } from './mail/mail-commands.js';
import { addOutboxCommand } from './outbox/outbox-commands.js';
import { addProfileCommands } from './profiles/profile-commands.js';
import { addProfilesCommand } from './profiles/profiles-command.js';
import { addProjectionCommands } from './projection/projection-commands.js';
import { addProviderCommands } from './providers/provider-commands.js';
import { addSealingCommands } from './sealing/sealing-commands.js';
import type { Terminal } from './terminal.js';

const help = `
Address and key come from --base-url and --admin-key, else from PUBLIC_URL and ADMIN_KEY, else from the local
installation in --data-dir (DATA_DIR, .kalends), so that nothing needs to be given beside a running \`npm start\`.

In scripts: npm run -s kalends -- application list --json`;

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

function build(terminal: Terminal, run: Runner): Command {
  const program = new Command('kalends')
    .description('Administers a Kalends installation over its admin API.')
    .option('--base-url <url>', 'address of the gateway')
    .option('--admin-key <key>', "the deployment's admin key, or a developer's key")
    .option('--data-dir <directory>', 'data directory of a local installation')
    .option('--json', 'print JSON')
    .addHelpText('after', help)
    .showHelpAfterError(false)
    .configureOutput({ writeOut: (text) => terminal.out(text), writeErr: (text) => terminal.err(text) })
    .exitOverride();
  const context: CommandContext = { terminal, run };
  addApplicationCommands(program, context);
  addSecretCommands(program, context);
  addAccountCommands(program, context);
  addGrantCommands(program, context);
  addProfileCommands(program, context);
  addCallbackCommands(program, context);
  addListenCommand(program, context);
  addInviteCommands(program, context);
  addBookingLinkCommands(program, context);
  addMailCommands(program, context);
  addDeveloperCommands(program, context);
  addDeadLetterCommands(program, context);
  addOutboxCommand(program, context);
  addProfilesCommand(program, context);
  addProviderCommands(program, context);
  addProjectionCommands(program, context);
  addSealingCommands(program, context);
  addBackupCommands(program, context);
  addAdministrationCommands(program, context);
  return program;
}

/** Runs one command line; returns the exit code: 0, or 1 after one line on stderr that names the error. */
export async function runCli(terminal: Terminal): Promise<number> {
  let code = 0;
  const program = build(terminal, async (command, work) => {
    const outcome = await work();
    if (!outcome.ok) {
      code = 1;
      terminal.err(`error: ${oneLine(outcome.line)}\n`);
    } else if (command.optsWithGlobals<{ json?: boolean }>().json) {
      terminal.out(`${JSON.stringify(outcome.data, null, 2)}\n`);
    } else {
      terminal.out(outcome.lines.map((line) => `${line}\n`).join(''));
    }
  });
  try {
    await program.parseAsync([...terminal.args], { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 1;
    terminal.err(`error: ${oneLine(error instanceof Error ? error.message : String(error))}\n`);
    return 1;
  }
  return code;
}
