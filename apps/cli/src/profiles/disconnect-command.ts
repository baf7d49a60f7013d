import { disconnectProfile } from '@kalends/public-api';
import type { Command } from 'commander';
import { calls } from '../calls.js';
import type { CommandContext } from '../command.js';

/** `profile disconnect`, of the command `profile`. */
export function addDisconnect(profile: Command, context: CommandContext): void {
  profile
    .command('disconnect')
    .description('disconnect one profile; the user can connect it again')
    .requiredOption('--sub <id>', 'the account (acc_…)')
    .requiredOption('--profile-id <id>', 'the profile (pro_…)')
    .action(
      calls(context, {
        endpoint: disconnectProfile,
        params: ({ sub, profileId }: { sub: string; profileId: string }) => ({ sub, profile_id: profileId }),
        lines: (_answer, { profileId }) => [`${profileId} is being disconnected`],
      }),
    );
}
