import { builtinModules } from 'node:module';
import type { SourceFile } from './source-tree.js';

/** What a package.json declares, and its folder (`apps/gateway`; '' for the root). */
export interface Manifest {
  folder: string;
  name: string;
  version: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

/** What is installed: the version of a package, and its peer dependencies. */
export interface Installed {
  version: string;
  peers: readonly string[];
}

/** Packages that are resolved by name at run time, without an import: folder to names. */
export type ByName = Record<string, readonly string[]>;

interface Workspace {
  root: Manifest;
  packages: readonly Manifest[];
  files: readonly SourceFile[];
  installed(name: string): Installed | undefined;
  byName: ByName;
}

/** Of tests and benchmarks; all our programs start with a TypeScript file. */
const isTest = ({ path }: SourceFile) =>
  /\.(spec|conformance|fixture)\.ts$|\.mjs$|\/(conformance|src\/testing)\/|^apps\/e2e\//.test(path);

/** `@scope/name` or `name` of what a module imports; nothing for files and for Node's own modules. */
function packageOf(specifier: string): string[] {
  // Prisma's generated clients are not among the sources; they import this
  if (/\/generated\/prisma\//.test(specifier)) return ['@prisma/client'];
  if (/^(\.|node:)/.test(specifier) || builtinModules.includes(specifier)) return [];
  return [/^(@[^/]+\/)?[^/]+/.exec(specifier)![0]];
}

/**
 * Disagreements between imports and declarations of the packages, as texts: an import of product code missing in
 * `dependencies`, one of a test that neither the package nor the root declares, a declaration without an import, a version
 * that is not exactly the installed one.
 */
export function undeclared(workspace: Workspace): string[] {
  return workspace.packages.flatMap((manifest) => [
    ...importsWithout(manifest, workspace),
    ...declarationsWithout(manifest, workspace),
    ...otherVersions(manifest, workspace),
  ]);
}

function importsOf(manifest: Manifest, { files, byName }: Workspace, test: boolean): Set<string> {
  const own = files.filter((file) => file.path.startsWith(`${manifest.folder}/`) && isTest(file) === test);
  const names = own.flatMap((file) => file.imports.flatMap(packageOf)).filter((name) => name !== manifest.name);
  return new Set(test ? names : [...names, ...(byName[manifest.folder] ?? [])]);
}

function importsWithout(manifest: Manifest, workspace: Workspace): string[] {
  const { folder, dependencies = {}, devDependencies = {} } = manifest;
  const forTests = { ...dependencies, ...devDependencies, ...workspace.root.devDependencies };
  const without = (names: Set<string>, declared: object, where: string) =>
    [...names].filter((name) => !(name in declared)).map((name) => `${folder} imports ${name}, not in its ${where}`);
  return [
    ...without(importsOf(manifest, workspace, false), dependencies, 'dependencies'),
    ...without(importsOf(manifest, workspace, true), forTests, 'devDependencies or the root’s'),
  ];
}

function declarationsWithout(manifest: Manifest, workspace: Workspace): string[] {
  const { folder, dependencies = {}, devDependencies = {} } = manifest;
  const imported = importsOf(manifest, workspace, false);
  const peers = Object.keys(dependencies).flatMap((name) => workspace.installed(name)?.peers ?? []);
  const tested = importsOf(manifest, workspace, true);
  return [
    ...Object.keys(dependencies).filter((name) => !imported.has(name) && !peers.includes(name)),
    ...Object.keys(devDependencies).filter((name) => !tested.has(name) || name in dependencies),
  ].map((name) => `${folder} declares ${name} and does not import it`);
}

function otherVersions(manifest: Manifest, { packages, installed }: Workspace): string[] {
  return Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }).flatMap(([name, version]) => {
    const there = packages.find((one) => one.name === name)?.version ?? installed(name)?.version;
    return there === version ? [] : [`${manifest.folder} declares ${name} ${version}, installed is ${there}`];
  });
}
