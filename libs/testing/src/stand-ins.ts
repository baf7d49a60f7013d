import { delimiter, join } from 'node:path';
import { env } from 'node:process';

const standIns = join(import.meta.dirname, '../../../tools/stand-ins');

/** The PATH for commands of the guides: what the machine lacks of them (curl) is replaced by a small program. */
export const pathWithStandIns = (): string => [env.PATH ?? '', standIns].join(delimiter);
