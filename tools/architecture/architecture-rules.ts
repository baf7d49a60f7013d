import type { SourceFile } from './source-tree.js';

/** A violation: its location and description. */
export type Violation = string;

const roles =
  'foreign|controller|guard|filter|handler|module|worker|server|queries|present|pages|port|conformance|spec|fixture';
const isSpec = (file: SourceFile) => /\.(spec|conformance|fixture)\.ts$|\/(conformance|src\/testing)\//.test(file.path);
const isMain = (file: SourceFile) => /(^|\/)main\.ts$/.test(file.path);
const isIn = (file: SourceFile, ...folders: string[]) => folders.some((folder) => file.path.startsWith(`${folder}/`));
const usesCode = (file: SourceFile, pattern: RegExp): Violation[] =>
  file.code
    .split('\n')
    .flatMap((line, index) => (pattern.test(line) ? [`${file.path}:${index + 1} ${line.trim()}`] : []));

/** Only `main.ts` (of apps, and of the command line) uses `process`; all other code receives its dependencies. */
export function processOutsideMain(files: SourceFile[]): Violation[] {
  return files
    .filter((file) => !isMain(file) && !isSpec(file) && !isIn(file, 'libs/testing', 'apps/e2e', 'apps/cli'))
    .flatMap((file) => [
      ...usesCode(file, /(?<![.\w$'"-])process\s*[.[]/),
      ...file.imports.filter((name) => /^(node:)?process$/.test(name)).map((name) => `${file.path} imports ${name}`),
    ]);
}

/** The service of a file and its folder there: `apps/<service>/src/<folder>/<file>`. */
function folderOf(path: string): { service: string; folder: string } | undefined {
  const match = /^apps\/([^/]+)\/src\/(.+)\/[^/]*$/.exec(path);
  return match ? { service: match[1] ?? '', folder: match[2] ?? '' } : undefined;
}

/**
 * A folder is a resource, its subfolders are use cases, which never import one another, nor anything of another resource.
 * They may import from their resource's root, and from `shared` folders: code common to several resources (tables, guards,
 * pure rules). These must not import use cases.
 */
export function siblingImports(files: SourceFile[], shared: Record<string, readonly string[]>): Violation[] {
  return files
    .filter((file) => !isSpec(file))
    .flatMap((file) => {
      const own = folderOf(file.path);
      if (own === undefined) return [];
      const common = shared[own.service] ?? [];
      return file.imports
        .filter((name) => name.startsWith('.') && !(isModule(file.path) && isModule(name)))
        .map((name) => folderOf(new URL(name, `file:///${file.path}`).pathname.slice(1)))
        .filter((other) => other !== undefined && other.service === own.service)
        .map((other) => other!.folder)
        .filter((other) => !`${own.folder}/`.startsWith(`${other}/`))
        .filter((other) => !(isModule(file.path) && other.startsWith(`${own.folder}/`)))
        .filter((other) => !common.includes(other) && !other.startsWith('generated'))
        .map((other) => `${file.path} imports ${other}`);
    });
}

/** The module of a resource lists its use cases, and imports other modules. */
const isModule = (path: string) => /\.module\.[jt]s$/.test(path);

/** Pure folders receive data and the time: no framework, no database, no broker, no Node I/O. */
export function impureImports(files: SourceFile[], pure: readonly string[]): Violation[] {
  const forbidden =
    /^(@nestjs\/|@prisma\/|kafkajs|pg$|pino|undici|node:|(fs|http|https|net|crypto|os|path|child_process)$)/;
  return files
    .filter((file) => isIn(file, ...pure) && !isSpec(file))
    .flatMap((file) =>
      file.imports.filter((name) => forbidden.test(name)).map((name) => `${file.path} imports ${name}`),
    );
}

/** Files stay short enough to read in one go. */
export function longFiles(files: SourceFile[], limit = 300): Violation[] {
  return files
    .filter((file) => !isSpec(file))
    .map((file) => ({ path: file.path, lines: file.text.trimEnd().split('\n').length }))
    .filter(({ lines }) => lines > limit)
    .map(({ path, lines }) => `${path} has ${lines} lines`);
}

/** In apps a second part of a file name is one of the known roles. */
export function unknownRoles(files: SourceFile[]): Violation[] {
  const name = new RegExp(`^[a-z0-9]+(-[a-z0-9]+)*(\\.(${roles})){0,2}(\\.d)?\\.ts$`);
  return files
    .filter((file) => isIn(file, 'apps'))
    .filter((file) => !name.test(file.path.split('/').at(-1) ?? ''))
    .map((file) => file.path);
}

/** Calendar arithmetic belongs to libs/icalendar; the clock is read in `main.ts` and in files named `clock`. */
export function dateArithmetic(files: SourceFile[]): Violation[] {
  const arithmetic =
    /\bDate\.(parse|UTC)\s*\(|\.(get|set)(UTC)?(Date|Day|Month|FullYear|Hours|Minutes|Seconds|Milliseconds)\s*\(|\.getTimezoneOffset\s*\(/;
  const clock = /\bDate\.now\s*\(|\bnew Date\s*\(\s*\)/;
  return files
    .filter((file) => !isSpec(file) && !isIn(file, 'libs/icalendar', 'libs/testing', 'apps/e2e'))
    .flatMap((file) => {
      const readsClock = isMain(file) || /(^|[/-])clock\.ts$/.test(file.path);
      return [...usesCode(file, arithmetic), ...(readsClock ? [] : usesCode(file, clock))];
    });
}

/** A file with the role `handler` handles messages; what a controller calls has no role. */
export const idleHandlers = (files: SourceFile[]): Violation[] =>
  files
    .filter(({ path, text }) => path.endsWith('.handler.ts') && !/@On(Message|MessageBatch|Request)\(/.test(text))
    .map(({ path }) => `${path} handles no message`);

/** The folder of an entry, if it is a use case: `apps/<service>/src/<resource>/<use-case>`. */
const useCaseOf = (path: string, services: readonly string[]): string[] => {
  const [, folder, service] = /^(apps\/([^/]+)\/src\/.+\/.+)\/[^/]+\.(controller|handler|worker)\.ts$/.exec(path) ?? [];
  return folder && services.includes(service ?? '') ? [folder] : [];
};

/** A use case has a spec beside its entry that documents its rules. */
export function useCasesWithoutSpec(files: SourceFile[], services: readonly string[]): Violation[] {
  const specified = new Set(
    files.filter(({ path }) => path.endsWith('.spec.ts')).map(({ path }) => path.slice(0, path.lastIndexOf('/'))),
  );
  const useCases = new Set(files.flatMap(({ path }) => useCaseOf(path, services)));
  return [...useCases].filter((folder) => !specified.has(folder)).map((folder) => `${folder} has no spec`);
}
