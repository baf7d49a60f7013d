import { discardDeadLetter, listDeadLetters, replayDeadLetter, showDeadLetter } from '@kalends/public-api';
import type { Command } from 'commander';
import { callEndpoint } from '../call-endpoint.js';
import { calls } from '../calls.js';
import { withAdmin, type CommandContext } from '../command.js';
import { fields, table } from '../table.js';
import { refused } from '../terminal.js';
import { databaseOption } from '../with-schema.js';
import { directOption, listDirectly, repairDirectly, serviceOption } from './direct.js';

interface ListOptions {
  service?: string;
  topic?: string;
  limit: number;
  after?: string;
  direct?: boolean;
}

function addList(parent: Command, context: CommandContext): void {
  const call = calls(context, {
    endpoint: listDeadLetters,
    query: ({ service, topic, limit, after }: ListOptions) => ({ service, topic, after, limit: String(limit) }),
    lines: ({ dead_letters, services, next_after }) => [
      ...table(
        ['service', 'dead_letter_id', 'failed_at', 'topic', 'message_type', 'sub', 'reason', 'error'],
        dead_letters,
        'There is no dead letter.',
      ),
      ...services.filter(({ answered }) => !answered).map(({ service }) => `${service} does not answer`),
      ...(next_after === null ? [] : [`more: --after ${next_after}`]),
    ],
  });
  parent
    .command('list')
    .description('list them, those that failed last first')
    .addOption(serviceOption('only those of this service'))
    .option('--topic <topic>', 'only messages of this topic')
    .option('--limit <n>', 'how many at most', (text) => Math.max(1, Number.parseInt(text, 10) || 100), 100)
    .option('--after <cursor>', 'next_after of the page before')
    .addOption(directOption())
    .addOption(databaseOption())
    .action((options: ListOptions, command: Command) =>
      options.direct
        ? context.run(command, () => listDirectly(command, context, options.limit))
        : call(options, command),
    );
}

function addShow(parent: Command, context: CommandContext): void {
  parent
    .command('show')
    .description('show one; its content with a reason, which the audit keeps')
    .argument('<id>', 'the id as listed')
    .addOption(serviceOption('the service that has it').makeOptionMandatory())
    .option('--reason <words>', 'why the content is viewed')
    .action((id: string, options: { service: string; reason?: string }, command: Command) =>
      calls(context, {
        endpoint: showDeadLetter,
        params: ({ service }: { service: string; reason?: string }) => ({ service, dead_letter_id: id }),
        query: ({ reason }) => ({ reason }),
        lines: ({ dead_letter, content, content_truncated }) => [
          ...fields(dead_letter),
          ...(content === null ? [] : ['', content]),
          ...(content_truncated ? ['… (not all of it)'] : []),
        ],
      })(options, command),
    );
}

const repairs = {
  replay: { endpoint: replayDeadLetter, done: 'replayed', description: 'send them to the service again' },
  discard: { endpoint: discardDeadLetter, done: 'discarded', description: 'delete them permanently' },
} as const;

function addRepair(parent: Command, context: CommandContext, how: 'replay' | 'discard'): void {
  const { endpoint, done, description } = repairs[how];
  const byAdminApi = (ids: string[], service: string, command: Command) =>
    withAdmin(command, context, async (access) => {
      for (const [index, id] of ids.entries()) {
        const called = await callEndpoint(access, endpoint, { params: { service, dead_letter_id: id } });
        if (!called.ok) return refused(`${id}: ${called.line}${index > 0 ? ' (those before it are done)' : ''}`);
      }
      const data = { dead_letters: ids.map((id) => ({ id, outcome: done })) };
      return { ok: true, data, lines: ids.map((id) => `${done} ${id}`) };
    });
  parent
    .command(how)
    .description(description)
    .argument('<id...>', 'ids as listed')
    .addOption(serviceOption('the service that has them').makeOptionMandatory())
    .addOption(directOption())
    .addOption(databaseOption())
    .action((ids: string[], { service, direct }: { service: string; direct?: boolean }, command: Command) =>
      context.run(command, () =>
        direct ? repairDirectly(command, context, { how, ids }) : byAdminApi(ids, service, command),
      ),
    );
}

/** Over the admin API; with --direct on a service's own database, for when nothing else answers. */
export function addDeadLetterCommands(program: Command, context: CommandContext): void {
  const parent = program
    .command('dead-letters')
    .description('messages that a service could not handle: list, show, send again, delete');
  addList(parent, context);
  addShow(parent, context);
  addRepair(parent, context, 'replay');
  addRepair(parent, context, 'discard');
}
