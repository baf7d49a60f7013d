import { services } from '@kalends/contracts';
import { deadLetters } from '@kalends/messaging';
import { Option, type Command } from 'commander';
import type { CommandContext } from '../command.js';
import { databaseOption, withSchema, type DatabaseOptions } from '../with-schema.js';
import { table } from '../table.js';
import { refused } from '../terminal.js';

const serviceOption = () =>
  new Option('--service <name>', 'the service that has the dead letters').choices(services).makeOptionMandatory();
interface Change {
  how: 'replay' | 'discard';
  description: string;
}

function addChange(parent: Command, context: CommandContext, { how, description }: Change): void {
  parent
    .command(how)
    .description(description)
    .argument('<id...>', 'ids as listed')
    .addOption(serviceOption())
    .addOption(databaseOption())
    .action((ids: string[], _: unknown, command: Command) =>
      context.run(command, () =>
        withSchema(command, context, async (sql) => {
          const done: { id: string; outcome: string }[] = [];
          for (const id of ids) done.push({ id, outcome: await deadLetters[how](sql, id) });
          const unknown = done.filter(({ outcome }) => outcome === 'unknown-dead-letter').map(({ id }) => id);
          if (unknown.length > 0) {
            const rest = unknown.length < ids.length ? ' (the others are done)' : '';
            return refused(
              `${command.optsWithGlobals<DatabaseOptions>().service} has no dead letter ${unknown.join(', ')}${rest}`,
            );
          }
          return { ok: true, data: { dead_letters: done }, lines: done.map(({ id, outcome }) => `${outcome} ${id}`) };
        }),
      ),
    );
}

/** Works on the service's database, not the admin API: each service's schema has its own dead letters. */
export function addDeadLetterCommands(program: Command, context: CommandContext): void {
  const parent = program
    .command('dead-letters')
    .description('messages that a service could not handle, in its own database');
  parent
    .command('list')
    .description('list the newest ones first')
    .addOption(serviceOption())
    .addOption(databaseOption())
    .option('--limit <n>', 'how many at most', (text) => Math.max(1, Number.parseInt(text, 10) || 100), 100)
    .action((options: { limit: number }, command: Command) =>
      context.run(command, () =>
        withSchema(command, context, async (sql) => {
          const found = await deadLetters.list(sql, { limit: options.limit });
          const columns = ['id', 'failedAt', 'topic', 'key', 'reason', 'deliveries', 'error'] as const;
          return { ok: true, data: { dead_letters: found }, lines: table(columns, found, 'There is no dead letter.') };
        }),
      ),
    );
  const replayed = 'send them to the service again through its outbox; the service must be running';
  addChange(parent, context, { how: 'replay', description: replayed });
  addChange(parent, context, { how: 'discard', description: 'discard them permanently' });
}
