import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** Starts a database, a third-party server or one of our programs. */
const starts =
  /\b(start(TestDatabase|EmbeddedPostgres|TlsDatabase|Radicale|Xandikos|Cyrus|Sabre|Davical|Sogo|Kafka)|startThrowawayPostgres|databasesOfFile|new ESLint|readGraph)\b|\bnode:child_process\b|\/dist\/[\w-]+\.js\b/;

/** They start nothing, but try thousands of cases: over five seconds each, measured. */
export const slow = [
  'libs/providers/caldav/src/sync/hostile-xml.spec.ts',
  'libs/free-busy/src/oracle.spec.ts',
  'libs/icalendar/src/parse/real-files.spec.ts',
];

/** Paths from the root, with `/`, of all specs, including apps/e2e. */
export function allSpecs(root) {
  const below = (folder) =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (!entry.isDirectory()) return entry.name.endsWith('.spec.ts') ? [path] : [];
      return ['node_modules', 'dist', 'generated'].includes(entry.name) ? [] : below(path);
    });
  return ['apps', 'libs', 'tools'].filter((folder) => existsSync(join(root, folder))).flatMap(below);
}

/** The TypeScript or JavaScript module of a relative import, if it exists. */
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
 * The specs of `npm run test:unit`: neither they nor their relative imports start anything, and none is slow. `npm test`
 * runs them among all others.
 */
export const quickSpecs = (root) =>
  allSpecs(root).filter(
    (path) => !path.startsWith('apps/e2e/') && !slow.includes(path) && !startsSomething(join(root, path), new Set()),
  );
