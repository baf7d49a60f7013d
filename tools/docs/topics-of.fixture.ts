import { join } from 'node:path';
import * as contracts from '@kalends/contracts';
import { readSources } from '../architecture/source-tree.js';

const sources = readSources(join(import.meta.dirname, '../..')).filter(
  ({ path }) => !/\.(spec|fixture)\.ts$/.test(path),
);

/** Names of topics, by the constants that sources of a service use where `pattern` matches. */
function topicsIn(service: string, pattern: RegExp): Set<string> {
  const code = sources.filter(({ path }) => path.startsWith(`apps/${service}/src/`)).map(({ text }) => text);
  const constants = code.flatMap((text) => [...text.matchAll(pattern)].map((match) => match[1]!));
  const known = contracts as unknown as Record<string, { name?: string } | undefined>;
  return new Set(constants.flatMap((name) => known[name]?.name ?? []));
}

/**
 * The topics that a service has a handler for, that it publishes to, and that it sends requests to, according to its
 * sources.
 */
export const topicsOf = (service: string) => ({
  handled: topicsIn(service, /@On(?:MessageBatch|Message|Request)\((\w+)\)/g),
  published: topicsIn(service, /\bmessage\((\w+),/g),
  requested: topicsIn(service, /\brequestOrThrow\([^,]+,\s*(\w+),/g),
});
