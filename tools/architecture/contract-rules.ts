import ts from 'typescript';
import type { Violation } from './architecture-rules.js';
import type { SourceFile } from './source-tree.js';

/** Topics and queries between services, and the public API. */
const packages = ['contracts', 'public-api'] as const;

interface Exported {
  name: string;
  /** The initialiser of a `const`; nothing for functions, classes and types. */
  value?: ts.Expression;
  statement: ts.Statement;
}

function exportsOf(file: SourceFile): Exported[] {
  const source = ts.createSourceFile(file.path, file.text, ts.ScriptTarget.Latest);
  const exported = source.statements.filter(
    (one) => ts.canHaveModifiers(one) && ts.getModifiers(one)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword),
  );
  return exported.flatMap((statement): Exported[] => {
    if (!ts.isVariableStatement(statement)) {
      return [{ name: (statement as ts.FunctionDeclaration).name?.text ?? 'default', statement }];
    }
    return statement.declarationList.declarations.map(({ name, initializer }) => ({
      name: ts.isIdentifier(name) ? name.text : '{}',
      statement,
      ...(initializer ? { value: initializer } : {}),
    }));
  });
}

const contractFiles = (files: SourceFile[], names: readonly string[]) =>
  files.filter(
    ({ path }) =>
      isIn(
        path,
        names.map((name) => `${name}/src/`),
      ) && !path.endsWith('.spec.ts'),
  );

/** `names`: paths below `libs`. */
const isIn = (path: string, names: readonly string[]) => names.some((name) => path.startsWith(`libs/${name}`));

/**
 * A contract consists of schemas, declarations and refinements: it exports no function and no class. `builders` are the
 * files that build schemas; their functions are one expression each. `tools` read contracts and may compute. Both are paths below `libs`.
 */
export function contractLogic(
  files: SourceFile[],
  { builders, tools }: Record<'builders' | 'tools', readonly string[]>,
): Violation[] {
  return contractFiles(files, packages)
    .filter(({ path }) => !isIn(path, tools))
    .flatMap((file) =>
      exportsOf(file)
        .filter(({ statement, value }) => {
          if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) return true;
          if (!value || !(ts.isArrowFunction(value) || ts.isFunctionExpression(value))) return false;
          return !isIn(file.path, builders) || ts.isBlock(value.body);
        })
        .map(({ name }) => `${file.path} exports ${name}, which computes`),
    );
}

/** The public API: one `endpoint(…)` per file, so that a file's name identifies it. */
export function crowdedEndpoints(files: SourceFile[]): Violation[] {
  return contractFiles(files, ['public-api'])
    .map((file) => ({
      path: file.path,
      names: exportsOf(file)
        .filter(({ value }) => isEndpoint(value))
        .map(({ name }) => name),
    }))
    .filter(({ names }) => names.length > 1)
    .map(({ path, names }) => `${path} declares ${names.join(' and ')}`);
}

const isEndpoint = (value: ts.Expression | undefined): boolean =>
  value !== undefined &&
  ts.isCallExpression(value) &&
  ts.isIdentifier(value.expression) &&
  value.expression.text === 'endpoint';
