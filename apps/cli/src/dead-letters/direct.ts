import { services } from '@kalends/contracts';
import { deadLetters } from '@kalends/messaging';
import { Option, type Command } from 'commander';
import type { CommandContext } from '../command.js';
import { table } from '../table.js';
import { refused, type Outcome } from '../terminal.js';
import { withSchema, type DatabaseOptions } from '../with-schema.js';

export const serviceOption = (description: string) => new Option('--service <name>', description).choices(services);

/** Whether the service's own database is read, as while the gateway does not answer. */
export const directOption = () =>
  new Option('--direct', "work on the service's own database, without the admin API; needs --service");

const serviceOf = (command: Command) => command.optsWithGlobals<DatabaseOptions>().service as string | undefined;

/** The newest ones of one service. */
export async function listDirectly(command: Command, context: CommandContext, limit: number): Promise<Outcome> {
  if (!serviceOf(command)) return refused('--direct needs --service');
  return withSchema(command, context, async (sql) => {
    const found = await deadLetters.list(sql, { limit });
    const columns = ['id', 'failedAt', 'topic', 'key', 'reason', 'deliveries', 'error'] as const;
    return { ok: true, data: { dead_letters: found }, lines: table(columns, found, 'There is no dead letter.') };
  });
}

/** Sends them again, or deletes them, and names those that there are not. */
export const repairDirectly = (
  command: Command,
  context: CommandContext,
  { how, ids }: { how: 'replay' | 'discard'; ids: string[] },
): Promise<Outcome> =>
  withSchema(command, context, async (sql) => {
    const done: { id: string; outcome: string }[] = [];
    for (const id of ids) done.push({ id, outcome: await deadLetters[how](sql, id) });
    const unknown = done.filter(({ outcome }) => outcome === 'unknown-dead-letter').map(({ id }) => id);
    if (unknown.length > 0) {
      const rest = unknown.length < ids.length ? ' (the others are done)' : '';
      return refused(`${serviceOf(command)} has no dead letter ${unknown.join(', ')}${rest}`);
    }
    return { ok: true, data: { dead_letters: done }, lines: done.map(({ id, outcome }) => `${outcome} ${id}`) };
  });
