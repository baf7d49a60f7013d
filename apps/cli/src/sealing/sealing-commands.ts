import { createSealer, SealError, type Sealer } from '@kalends/security';
import { decodeKey } from '@kalends/service-runtime';
import { Option, type Command } from 'commander';
import type { CommandContext } from '../command.js';
import { table } from '../table.js';
import { refused, type Refused } from '../terminal.js';
import { databaseOption, withSchema } from '../with-schema.js';
import { resealDeadLetters } from './reseal-dead-letters.js';
import { resealColumn, sealedColumns, republishApplications, type Resealed } from './reseal.js';

type Service = keyof typeof sealedColumns;

/** The keys of ENCRYPTION_KEY, newest first; keys are never command line arguments. */
function findSealer(text: string | undefined): { ok: true; sealer: Sealer } | Refused {
  const keys = (text ?? '').split(',').map((key) => decodeKey(key.trim()));
  if (!text || keys.some((key) => key === undefined))
    return refused('ENCRYPTION_KEY must be set in the environment: the new key first, then the earlier ones');
  return { ok: true, sealer: createSealer(keys as Uint8Array[]) };
}

/** Works on the service's database: opens with the old key and seals with the newest one. */
export function addSealingCommands(program: Command, context: CommandContext): void {
  program
    .command('secrets')
    .description('data sealed at rest: credentials of connected calendars, client secrets')
    .command('reseal')
    .description('seal everything with the newest key of ENCRYPTION_KEY, so that the others can be removed')
    .addOption(new Option('--service <name>', 'whose').choices(Object.keys(sealedColumns)).makeOptionMandatory())
    .addOption(databaseOption())
    .action(({ service }: { service: Service }, command: Command) =>
      context.run(command, async () => {
        const found = findSealer(context.terminal.env.ENCRYPTION_KEY);
        if (!found.ok) return found;
        return withSchema(command, context, async (sql) => {
          const done: Resealed[] = [];
          try {
            for (const column of sealedColumns[service]) done.push(await resealColumn(sql, found.sealer, column));
            done.push(await resealDeadLetters(sql, found.sealer));
          } catch (error) {
            if (error instanceof SealError) return refused(`${error.message}; nothing in it was changed`);
            throw error;
          }
          if (service === 'gateway' && done.some(({ table: name, changed }) => name !== 'dead_letter' && changed > 0))
            await republishApplications(sql);
          const columns = ['table', 'sealed', 'changed'] as const;
          return { ok: true, data: { resealed: done }, lines: table(columns, done, 'Nothing is sealed.') };
        });
      }),
    );
}
