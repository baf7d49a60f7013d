import { services } from '@kalends/contracts';
import { waitingInOutbox } from '@kalends/messaging';
import { Option, type Command } from 'commander';
import type { CommandContext } from '../command.js';
import { table } from '../table.js';
import { databaseOption, withSchema } from '../with-schema.js';

const none = 'Nothing is pending: all messages of this service are on the bus.';

/** Works on the service's database, which stores messages until the bus accepts them. */
export function addOutboxCommand(program: Command, context: CommandContext): void {
  program
    .command('outbox')
    .description('messages that a service has not yet been able to publish, by topic')
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
