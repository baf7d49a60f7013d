import { InvalidArgumentError, Option, type Command } from 'commander';
import type { CommandContext } from '../command.js';
import { dataDirOf, findApplicationAccess, type AdminOptions } from '../find-admin-access.js';
import { refused } from '../terminal.js';
import { listen } from './listen.js';
import { positionFile } from './position.js';

interface Options extends AdminOptions {
  forwardTo: string;
  clientSecret?: string;
  only?: 'callbacks' | 'changes';
  fromNow?: boolean;
  json?: boolean;
}

function httpUrl(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw new InvalidArgumentError('it must be an http or https URL.');
}

/** Characters that would move a terminal's cursor or change its colour. */
const control = /\p{Cc}+/gu;

/** Forwarding callbacks and changes to a machine that Kalends cannot reach. */
export function addListenCommand(program: Command, context: CommandContext): void {
  const { terminal } = context;
  program
    .command('listen')
    .description('forward callbacks and changes of an application to this machine')
    .requiredOption('--forward-to <url>', 'where they are sent', httpUrl)
    .option('--client-secret <secret>', "the application's; else CLIENT_SECRET, else the demo's")
    .addOption(new Option('--only <kind>', 'one of both').choices(['callbacks', 'changes']))
    .option('--from-now', 'do not continue where the last run ended')
    .action((_: object, command: Command) =>
      context.run(command, async () => {
        const options = command.optsWithGlobals<Options>();
        const access = await findApplicationAccess(options, terminal.env);
        if (!access.ok) return access;
        const signal = terminal.interrupted?.() ?? new AbortController().signal;
        const write = options.json ? terminal.err : terminal.out;
        const print = (line: string) => write(`${line.replace(control, ' ')}\n`);
        print(`Forwarding to ${options.forwardTo}; Ctrl-C ends it.`);
        const ended = await listen({
          access: { ok: true, baseUrl: access.baseUrl, adminKey: access.clientSecret },
          url: options.forwardTo,
          kinds: options.only ? [options.only] : ['callbacks', 'changes'],
          file: positionFile(dataDirOf(options, terminal.env), access),
          fromNow: options.fromNow === true,
          signal,
          print,
        });
        if (!ended.ok) {
          return ended.status === 401 ? refused(`${access.baseUrl} does not accept this client secret`) : ended;
        }
        const { forwarded } = ended;
        return { ok: true, data: { forwarded }, lines: [`Ended. Forwarded: ${forwarded}.`] };
      }),
    );
}
