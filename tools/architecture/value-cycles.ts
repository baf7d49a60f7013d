import { posix } from 'node:path';
import ts from 'typescript';
import type { SourceFile } from './source-tree.js';

const isValue = ({ isTypeOnly }: { isTypeOnly: boolean }) => !isTypeOnly;

/** Whether the statement loads a module: not if all that it names are types. */
function loads(statement: ts.ImportDeclaration | ts.ExportDeclaration): boolean {
  if (ts.isExportDeclaration(statement)) {
    const { exportClause } = statement;
    const isEmpty = exportClause && ts.isNamedExports(exportClause) && !exportClause.elements.some(isValue);
    return !statement.isTypeOnly && !isEmpty;
  }
  const { importClause } = statement;
  if (!importClause) return true;
  const { namedBindings } = importClause;
  if (importClause.isTypeOnly) return false;
  if (importClause.name || !namedBindings || ts.isNamespaceImport(namedBindings)) return true;
  return namedBindings.elements.some(isValue);
}

/** Files of the same package that this one loads. */
function loadedBy({ path, text }: SourceFile): string[] {
  const options = { languageVersion: ts.ScriptTarget.Latest, jsDocParsingMode: ts.JSDocParsingMode.ParseNone };
  const { statements } = ts.createSourceFile(path, text, options);
  return statements
    .filter((statement) => ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement))
    .filter((statement) => statement.moduleSpecifier && loads(statement))
    .map(({ moduleSpecifier }) => (moduleSpecifier as ts.StringLiteral).text)
    .filter((name) => name.startsWith('.'))
    .map((name) => posix.join(posix.dirname(path), name).replace(/\.js$/, '.ts'));
}

/** Cycles of files that load one another, each as its files in order. Imports of types alone form none. */
export function valueCycles(files: readonly SourceFile[]): string[] {
  const graph = new Map(files.map((file) => [file.path, loadedBy(file)]));
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    const at = trail.indexOf(path);
    if (at >= 0) cycles.push([...trail.slice(at), path].join(' → '));
    if (at >= 0 || done.has(path)) return;
    for (const next of graph.get(path) ?? []) visit(next, [...trail, path]);
    done.add(path);
  };
  for (const path of graph.keys()) visit(path, []);
  return cycles;
}
