import { services } from '@kalends/contracts';
import { waitingInOutbox } from '@kalends/messaging';
import { Option, type Command } from 'commander';
import type { CommandContext } from '../command.js';
import { table } from '../table.js';
import { databaseOption, withSchema } from '../with-schema.js';

const none = 'Nothing waits: all that this service had to tell is on the bus.';

/** Over the service's database: what it has to tell lies there until the bus has taken it. */
export function addOutboxCommand(program: Command, context: CommandContext): void {
  program
    .command('outbox')
    .description('what a service has not been able to put on the bus yet, by topic')
    .addOption(new Option('--service <name>', 'whose outbox').choices(services).makeOptionMandatory())
    .addOption(databaseOption())
    .action((_: unknown, command: Command) =>
      context.run(command, () =>
        withSchema(command, context, async (sql) => {
          const waiting = await waitingInOutbox(sql);
          const lines = table(['topic', 'messages', 'oldest_s'], waiting, none);
          return { ok: true, data: { outbox: waiting }, lines };
        }),
      ),
    );
}
