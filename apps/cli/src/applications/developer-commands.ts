import { createDeveloper, deleteDeveloper, listDevelopers, rotateDeveloperKey } from '@kalends/public-api';
import type { Command } from 'commander';
import { calls } from '../calls.js';
import type { CommandContext } from '../command.js';
import { fields, table } from '../table.js';

interface OfDeveloper {
  developerId: string;
}

const params = ({ developerId }: OfDeveloper) => ({ developer_id: developerId });

export function addDeveloperCommands(program: Command, context: CommandContext): void {
  const developer = program
    .command('developer')
    .description('developer accounts: keys that manage only their own applications');
  developer
    .command('create')
    .description("create a developer account; needs the deployment's admin key, and the new key is shown only here")
    .requiredOption('--name <name>', 'name of its owner')
    .action(
      calls(context, { endpoint: createDeveloper, body: ({ name }: { name: string }) => ({ name }), lines: fields }),
    );
  developer
    .command('list')
    .description('list the developer accounts')
    .action(
      calls(context, {
        endpoint: listDevelopers,
        lines: ({ developers }) =>
          table(['developer_id', 'name', 'applications', 'created_at'], developers, 'There is no developer.'),
      }),
    );
  developer
    .command('rotate')
    .description('replace the key; the old one is refused at once, and the new one is shown only here')
    .requiredOption('--developer-id <id>', 'the developer (dev_…)')
    .action(calls(context, { endpoint: rotateDeveloperKey, params, lines: fields }));
  developer
    .command('revoke')
    .description('delete a developer account, whose applications have to be deleted first')
    .requiredOption('--developer-id <id>', 'the developer (dev_…)')
    .action(
      calls(context, {
        endpoint: deleteDeveloper,
        params,
        lines: (_answer, { developerId }) => [`deleted ${developerId}`],
      }),
    );
}
