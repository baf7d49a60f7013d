import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** What starts a database, a server of others or a program of ours. */
const starts =
  /\b(start(TestDatabase|EmbeddedPostgres|TlsDatabase|Radicale|Xandikos|Cyrus|Kafka)|startThrowawayPostgres|databasesOfFile|new ESLint|readGraph)\b|\bnode:child_process\b|\/dist\/[\w-]+\.js\b/;

/** They start nothing either, but try thousands of cases: over five seconds each, measured. */
export const slow = [
  'apps/calendar-sync/src/providers/caldav/hostile-xml.spec.ts',
  'libs/free-busy/src/oracle.spec.ts',
  'libs/icalendar/src/parse/real-files.spec.ts',
];

/** Paths from the root, with `/`, of all specs; those of apps/e2e too. */
export function allSpecs(root) {
  const below = (folder) =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (!entry.isDirectory()) return entry.name.endsWith('.spec.ts') ? [path] : [];
      return ['node_modules', 'dist', 'generated'].includes(entry.name) ? [] : below(path);
    });
  return ['apps', 'libs', 'tools'].filter((folder) => existsSync(join(root, folder))).flatMap(below);
}

/** The module of TypeScript or JavaScript that a relative import names, if it is there. */
const moduleOf = (from, name) => {
  const path = resolve(dirname(from), name);
  return [path.replace(/\.js$/, '.ts'), path].find((candidate) => existsSync(candidate));
};

function startsSomething(path, seen) {
  if (seen.has(path)) return false;
  seen.add(path);
  const text = readFileSync(path, 'utf8');
  if (starts.test(text)) return true;
  return [...text.matchAll(/^(?:import|export|\}) [^'\n]*'(\.[^']+)'/gm)]
    .map(([, name]) => moduleOf(path, name))
    .some((imported) => imported !== undefined && startsSomething(imported, seen));
}

/**
 * The specs of `npm run test:unit`: neither they nor what they import by relative path start anything, and none is slow.
 * `npm test` runs them among all others.
 */
export const quickSpecs = (root) =>
  allSpecs(root).filter(
    (path) => !path.startsWith('apps/e2e/') && !slow.includes(path) && !startsSomething(join(root, path), new Set()),
  );
