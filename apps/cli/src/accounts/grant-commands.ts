import { endGrant } from '@kalends/public-api';
import type { Command } from 'commander';
import { calls } from '../calls.js';
import type { CommandContext } from '../command.js';

export function addGrantCommands(program: Command, context: CommandContext): void {
  program
    .command('grant')
    .description('what users have allowed; `account show` lists an account’s grants')
    .command('revoke')
    .description('revoke one grant with its tokens; with the last one, the profiles are disconnected')
    .requiredOption('--sub <id>', 'the account (acc_…)')
    .requiredOption('--grant-id <id>', 'the grant (grt_…)')
    .action(
      calls(context, {
        endpoint: endGrant,
        params: ({ sub, grantId }: { sub: string; grantId: string }) => ({ sub, grant_id: grantId }),
        lines: (_answer, { grantId }) => [`revoked ${grantId}`],
      }),
    );
}
