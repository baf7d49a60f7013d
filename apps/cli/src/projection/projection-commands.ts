import { setTimeout as delay } from 'node:timers/promises';
import { rebuilds, type RebuildProgress, type Sql } from '@kalends/messaging';
import { Option, type Command } from 'commander';
import type { CommandContext } from '../command.js';
import { refused, type Outcome } from '../terminal.js';
import { databaseOption, withSchema } from '../with-schema.js';

const lookEveryMs = 500;
const timeoutMs = 30_000;

type Done = (progress: RebuildProgress) => string;

/** Requests it, waits for the service to do it, and tells how far it is. */
async function watch(sql: Sql, { terminal }: CommandContext, done: Done): Promise<Outcome> {
  const rebuildId = await rebuilds.request(sql);
  const asked = performance.now();
  let told = -1;
  for (;;) {
    const progress = (await rebuilds.progress(sql, rebuildId)) as RebuildProgress;
    const { state, records } = progress;
    if (state === 'done') return { ok: true, data: { rebuild: progress }, lines: [done(progress)] };
    if (state === 'requested' && performance.now() - asked > timeoutMs)
      return refused('asked for, but the service has not begun: is it running? It begins when it runs');
    if (state === 'running' && records !== told) terminal.err(`${records} records\n`);
    told = state === 'running' ? records : told;
    await delay(lookEveryMs);
  }
}

/** Over the service's database: the service itself does the work, and answers meanwhile. */
export function addProjectionCommands(program: Command, context: CommandContext): void {
  program
    .command('projection')
    .description('what a service keeps of the state topic to answer from')
    .command('rebuild')
    .description('make it anew from the start of the topic; the service must run, and goes on answering')
    .addOption(
      new Option('--service <name>', 'whose projection').choices(['gateway', 'availability']).makeOptionMandatory(),
    )
    .addOption(databaseOption())
    .action((_: unknown, command: Command) =>
      context.run(command, () => withSchema(command, context, async (sql) => watch(sql, context, rebuilt))),
    );
  addRepublish(program, context);
}

const rebuilt: Done = ({ records, removed }) =>
  `done: ${records} records read, ${removed} things removed that the topic does not hold`;
const republished: Done = ({ records }) => `done: ${records} records told`;

/** Over calendar-sync's database: it holds all that the topic ever told. */
function addRepublish(program: Command, context: CommandContext): void {
  program
    .command('state')
    .description('the topic that tells of profiles, calendars and events')
    .command('republish')
    .description('tell it all anew, for a topic that was lost; calendar-sync must run')
    .addOption(new Option('--service <name>').choices(['calendar-sync']).default('calendar-sync').hideHelp())
    .addOption(databaseOption())
    .action((_: unknown, command: Command) =>
      context.run(command, () => withSchema(command, context, async (sql) => watch(sql, context, republished))),
    );
}
