import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unofferedCalls } from '../../../apps/gateway/src/http/unoffered-calls.js';
import { endpoints } from '../../../libs/public-api/src/documents/openapi.js';
import { membersSection } from './members/members-table.js';

/** The public methods of one client, and the call that each makes; null: none. */
export interface ClientMethods {
  version: string;
  source: string;
  /** `POST /v1/…`, with `{}` for each id; `event_uid` after it: the call names an event that the application did not create, as the user has allowed. */
  methods: Record<string, string | null>;
}

const file = join(import.meta.dirname, '../../../apps/e2e/src/clients/methods.json');

export const clients = JSON.parse(readFileSync(file, 'utf8')) as Record<string, ClientMethods>;

const withoutNames = (path: string) => path.replaceAll(/:[a-zA-Z]+|\{[^}]*\}/g, '{}');

const refused = new Set(unofferedCalls.map(([method, path]) => `${method} ${withoutNames(path)}`));
const offered = new Set([
  ...endpoints.map(({ method, path }) => `${method.toUpperCase()} ${withoutNames(path)}`),
  'GET /oauth/authorize',
]);

/** What a call gets: works, or is refused and why; undefined if Kalends does not know the call at all. */
export function outcomeOf(call: string | null): string | undefined {
  if (call === null) return 'works: no request';
  const [method, path, external] = call.split(' ');
  const address = `${method} ${path}`;
  if (refused.has(address)) return 'refused: 501 `errors.not_supported`, not offered';
  if (!offered.has(address)) return undefined;
  return external ? 'works, where the user allows it (`/v1/permissions`)' : 'works';
}

const section = ([name, { version, source, methods }]: [string, ClientMethods]) => {
  const rows = Object.entries(methods).map(([method, call]) => {
    const shown = call?.split(' ').slice(0, 2).join(' ').replaceAll('{}', '…');
    return `| \`${method}\` | ${shown ? `\`${shown}\`` : '–'} | ${outcomeOf(call) ?? 'refused: 404, unknown'} |`;
  });
  const works = Object.values(methods).filter((call) => outcomeOf(call)?.startsWith('works')).length;
  const count = `${works} of ${rows.length} methods work. The list is from ${source}.`;
  return [`## ${name} ${version}`, '', count, '', '| Method | Call | Here |', '| --- | --- | --- |', ...rows].join(
    '\n',
  );
};

const head = `# Compatibility with the clients

What each method of the hosted service's clients does with Kalends. A method that works may still send a member that is
refused in words: [Members](#members). The end-to-end tests run the npm and Python clients, and send again what the Ruby and PHP
clients have sent (\`apps/e2e/src/clients/recordings\`). The list of the Java client is from its source; it was not run by these tests. The
.NET client is left out: its methods could not be listed from a release.

Generated from the methods of each client and the calls that Kalends offers; a spec compares it. To write it again:
\`npx vitest run --project unit tools/docs/compatibility -u\`.`;

/** The text of `docs/compatibility.md`. */
export const compatibilityDocument = (): string =>
  `${[head, ...Object.entries(clients).map(section), membersSection()].join('\n\n')}\n`;
