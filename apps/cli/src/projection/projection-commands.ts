import { setTimeout as delay } from 'node:timers/promises';
import { rebuilds, type RebuildProgress, type Sql } from '@kalends/messaging';
import { Option, type Command } from 'commander';
import type { CommandContext } from '../command.js';
import { refused, type Outcome } from '../terminal.js';
import { databaseOption, withSchema } from '../with-schema.js';

const pollMs = 500;
const timeoutMs = 30_000;

type Done = (progress: RebuildProgress) => string;

/** Requests it, waits until the service has done it, and prints its progress. */
async function watch(sql: Sql, { terminal }: CommandContext, done: Done): Promise<Outcome> {
  const rebuildId = await rebuilds.request(sql);
  const requestedAt = performance.now();
  let printed = -1;
  for (;;) {
    const progress = (await rebuilds.progress(sql, rebuildId)) as RebuildProgress;
    const { state, records } = progress;
    if (state === 'done') return { ok: true, data: { rebuild: progress }, lines: [done(progress)] };
    if (state === 'requested' && performance.now() - requestedAt > timeoutMs)
      return refused('requested, but the service has not started: is it running? It starts when the service runs');
    if (state === 'running' && records !== printed) terminal.err(`${records} records\n`);
    printed = state === 'running' ? records : printed;
    await delay(pollMs);
  }
}

/** Works on the service's database: the service itself does the work, and keeps answering requests meanwhile. */
export function addProjectionCommands(program: Command, context: CommandContext): void {
  program
    .command('projection')
    .description('data that a service derives from the state topic')
    .command('rebuild')
    .description('rebuild it from the start of the topic; the service must be running, and keeps answering requests')
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
  `done: ${records} records read, ${removed} things removed that are not in the topic`;
const republished: Done = ({ records }) => `done: ${records} records published`;

/** Works on calendar-sync's database, which contains everything ever published to the topic. */
function addRepublish(program: Command, context: CommandContext): void {
  program
    .command('state')
    .description('the topic of profiles, calendars and events')
    .command('republish')
    .description('publish everything again, for a topic that was lost; calendar-sync must be running')
    .addOption(new Option('--service <name>').choices(['calendar-sync']).default('calendar-sync').hideHelp())
    .addOption(databaseOption())
    .action((_: unknown, command: Command) =>
      context.run(command, () => withSchema(command, context, async (sql) => watch(sql, context, republished))),
    );
}
