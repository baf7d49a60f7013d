import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The text of docker/Dockerfile without comments and line ends within instructions. */
export const dockerfile = readFileSync(join(import.meta.dirname, '../../docker/Dockerfile'), 'utf8')
  .replaceAll(/^#.*\n/gm, '')
  .replaceAll(/\\\n\s*/g, '');

/** The words of `CMD`, or those of the command of `HEALTHCHECK`. */
export const commandOf = (keyword: 'CMD' | 'HEALTHCHECK'): string[] =>
  JSON.parse(new RegExp(`^${keyword} .*?(\\[.*\\])$`, 'm').exec(dockerfile)![1]!) as string[];
