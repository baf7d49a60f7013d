import { existsSync, readdirSync, readFileSync } from 'node:fs';
import prettier from 'eslint-config-prettier';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

const pureForbidden = ['@nestjs/*', '@prisma/*', 'kafkajs', 'pg', 'node:*', 'undici', 'pino'];

/** What a project is, and which kinds it may import. There is no '*' source constraint: an untagged project imports nothing. */
const types = [
  { sourceTag: 'type:pure', onlyDependOnLibsWithTags: ['type:pure'], bannedExternalImports: pureForbidden },
  { sourceTag: 'type:lib', onlyDependOnLibsWithTags: ['type:pure', 'type:lib'] },
  { sourceTag: 'type:testing', onlyDependOnLibsWithTags: ['type:pure', 'type:lib', 'type:testing'] },
  { sourceTag: 'type:service', onlyDependOnLibsWithTags: ['type:pure', 'type:lib'] },
  { sourceTag: 'type:composition', onlyDependOnLibsWithTags: ['type:pure', 'type:lib', 'type:service'] },
  { sourceTag: 'type:page', onlyDependOnLibsWithTags: ['type:pure'] },
  { sourceTag: 'type:cli', onlyDependOnLibsWithTags: ['type:pure', 'type:lib'] },
  { sourceTag: 'type:e2e', onlyDependOnLibsWithTags: ['type:pure', 'type:lib', 'type:service', 'type:composition'] },
];

/** Whose a project is: a team's own code, or what all may use. */
const teams = ['gateway', 'calendar-sync', 'invites', 'availability', 'notifier', 'operator', 'console'];
/** Who has the public API: the others see topics only, so that a changed endpoint does not affect them. */
const ofPublicApi = ['gateway', 'operator', 'console'];
/** Who has providers: through the registry and the port, never one by its name. */
const ofProviders = ['gateway', 'calendar-sync'];
const scopes = [
  { sourceTag: 'scope:shared', onlyDependOnLibsWithTags: ['scope:shared'] },
  { sourceTag: 'scope:public-api', onlyDependOnLibsWithTags: ['scope:shared', 'scope:public-api'] },
  { sourceTag: 'scope:provider-port', onlyDependOnLibsWithTags: ['scope:shared', 'scope:provider-port'] },
  { sourceTag: 'scope:provider', onlyDependOnLibsWithTags: ['scope:shared', 'scope:provider-port'] },
  {
    sourceTag: 'scope:provider-registry',
    onlyDependOnLibsWithTags: ['scope:shared', 'scope:provider-port', 'scope:provider'],
  },
  ...teams.map((team) => ({
    sourceTag: `scope:${team}`,
    onlyDependOnLibsWithTags: [
      `scope:${team}`,
      'scope:shared',
      ...(ofPublicApi.includes(team) ? ['scope:public-api'] : []),
      ...(ofProviders.includes(team) ? ['scope:provider-port', 'scope:provider-registry'] : []),
    ],
  })),
  { sourceTag: 'scope:product', onlyDependOnLibsWithTags: ['scope:*'] },
];

/** Specs and what only they import: they may also use test libraries and, by relative path, the tools. */
const tests = [
  '**/*.spec.ts',
  '**/*.fixture.{ts,mjs}',
  '**/*.conformance.ts',
  '**/conformance/**',
  '**/bench/**',
  'libs/*/src/testing/**',
  'libs/*/tools/**',
  'apps/e2e/**',
];
/** The specs of those who have providers test with some of them. */
const isTested = ({ sourceTag }) => ofProviders.some((team) => sourceTag === `scope:${team}`);
const forTests = (constraints) =>
  constraints.map((constraint) => ({
    ...constraint,
    bannedExternalImports: constraint.bannedExternalImports?.filter((name) => name !== 'node:*'),
    onlyDependOnLibsWithTags: constraint.sourceTag.startsWith('type:')
      ? [...constraint.onlyDependOnLibsWithTags, 'type:testing', 'type:tool']
      : [...constraint.onlyDependOnLibsWithTags, 'scope:tools', ...(isTested(constraint) ? ['scope:provider'] : [])],
  }));

/** Our packages below a folder: path, name, and the tags of package.json (`nx.tags`). */
const packagesBelow = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (!existsSync(`${path}/package.json`)) return packagesBelow(path);
      const { name, nx = {} } = JSON.parse(readFileSync(`${path}/package.json`, 'utf8'));
      return [{ path, name, tags: nx.tags ?? [] }];
    });
const root = import.meta.dirname;
const packages = ['apps', 'libs'].flatMap((group) => packagesBelow(`${root}/${group}`));

/** A pattern with `*`, as a regular expression. */
const escaped = (pattern) => pattern.replaceAll('.', '\\.').replaceAll('*', '.*');
const matches = (pattern, tag) => new RegExp(`^${escaped(pattern)}$`).test(tag);

/** What is forbidden to import by the constraints of each tag: names as a pattern. */
function forbiddenFor({ name, tags }, constraints, itself) {
  const own = constraints.filter(({ sourceTag }) => tags.includes(sourceTag));
  const allows = (other) =>
    own.length > 0 &&
    own.every(({ onlyDependOnLibsWithTags }) =>
      onlyDependOnLibsWithTags.some((pattern) => other.tags.some((tag) => matches(pattern, tag))),
    );
  const ours = packages.filter((other) => (other.name === name ? !itself : !allows(other)));
  const external = own.flatMap(({ bannedExternalImports = [] }) => bannedExternalImports);
  return [...ours.map((other) => other.name), ...external].map(escaped).join('|');
}

/** Packages import each other by name, and only what the constraints of all their tags allow. */
const boundaries = (constraints, filesOf, { tools = false, itself = false, ignores = [] } = {}) =>
  packages.map((one) => ({
    files: filesOf(`${one.path.slice(root.length + 1)}/**`),
    ignores,
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            { regex: `^(${forbiddenFor(one, constraints, itself)})(/|$)`, message: `Not for ${one.tags.join(', ')}.` },
            { regex: '^(\\.\\./)+((apps|libs)/|([\\w-]+/)+src/)', message: 'A package is imported by its name.' },
            ...(tools ? [] : [{ regex: '^(\\.\\./)+tools/', message: 'Only tests import tools.' }]),
          ],
        },
      ],
    },
  }));

/** A folder's name may have spaces and letters beyond ASCII, which addresses encode. */
const encodedPath = {
  selector:
    'MemberExpression[property.name="pathname"] > NewExpression[callee.name="URL"] > MetaProperty, MemberExpression[property.name="pathname"] > NewExpression[callee.name="URL"] > MemberExpression > MetaProperty',
  message: 'The path of a file is fileURLToPath(new URL(…)).',
};

/** Every plain object has a `constructor` and a `__proto__`: what somebody outside names is never a key of one. */
const byText = 'TSTypeReference[typeName.name="Record"][typeArguments.params.0.type="TSStringKeyword"]';
const foreignNames = [
  {
    selector: 'ImportExpression[source.value=/^@kalends/]',
    message: 'Our packages are imported statically: the rule of boundaries reads nothing else.',
  },
  {
    selector: `:matches(Program, ExportNamedDeclaration) > VariableDeclaration > VariableDeclarator[init.type="ObjectExpression"] > Identifier > TSTypeAnnotation > :matches(${byText}, TSTypeReference[typeName.name=/^(Readonly|Partial)$/] > TSTypeParameterInstantiation > ${byText})`,
    message: 'A table that texts are looked up in is a Map: new Map(Object.entries({…})).',
  },
  {
    selector: `VariableDeclarator[init.type="ObjectExpression"][init.properties.length=0] > Identifier ${byText}`,
    message: 'What is collected by name is a Map; Object.fromEntries(map) makes an object of it.',
  },
  {
    selector: 'AssignmentExpression[operator="??="] > MemberExpression.left[computed=true]',
    message: 'This finds what every object inherits, such as its constructor: use a Map.',
  },
  {
    selector:
      'CallExpression[callee.object.name="Object"][callee.property.name="assign"] > ObjectExpression:first-child',
    message: 'A member called __proto__ would become the prototype: spread, or Object.fromEntries.',
  },
];

export default tseslint.config(
  {
    ignores: ['**/dist/**', '**/generated/**', '**/node_modules/**', '.kalends/**', '.nx/**', '.cache/**'],
  },
  ...tseslint.configs.recommended,
  {
    files: ['**/*.ts', '**/*.mjs'],
    rules: {
      '@typescript-eslint/consistent-type-imports': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    // texts come from outside: the time for a search grows with their length, not with its square
    files: ['apps/*/src/**/*.ts', 'libs/{*,providers/*}/src/**/*.ts'],
    ignores: tests,
    plugins: { regexp },
    rules: { 'regexp/no-super-linear-backtracking': 'error', 'regexp/no-super-linear-move': 'error' },
  },
  {
    // what nobody waits for fails unseen, or in a later test
    files: ['apps/*/src/**/*.ts', 'libs/{*,providers/*}/src/**/*.ts'],
    languageOptions: { parserOptions: { project: './tsconfig.spec.json', tsconfigRootDir: import.meta.dirname } },
    rules: { '@typescript-eslint/no-floating-promises': 'error' },
  },
  {
    // built for browsers, by another program
    files: ['apps/console/src/**/*.{ts,tsx}'],
    languageOptions: {
      parserOptions: { project: './apps/console/tsconfig.json', tsconfigRootDir: import.meta.dirname },
    },
    rules: { '@typescript-eslint/no-floating-promises': 'error' },
  },
  {
    files: ['libs/elements/src/**/*.ts'],
    languageOptions: {
      parserOptions: { project: './libs/elements/tsconfig.spec.json', tsconfigRootDir: import.meta.dirname },
    },
    rules: { '@typescript-eslint/no-floating-promises': 'error' },
  },
  // a function with more parameters takes an object
  {
    files: ['libs/{*,providers/*}/src/**/*.ts'],
    ignores: ['**/*.spec.ts', '**/conformance/**', 'libs/providers/**/*.fixture.ts'],
    rules: { 'max-params': ['error', 3] },
  },
  {
    files: ['libs/{*,providers/*}/src/**/*.ts'],
    ignores: tests,
    rules: { 'no-restricted-syntax': ['error', ...foreignNames] },
  },
  {
    // Nest injects into constructors by position
    files: ['apps/*/src/**/*.ts'],
    ignores: [...tests, 'apps/e2e/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: ':function[params.length>3]:not(MethodDefinition[kind="constructor"] > FunctionExpression)',
          message: 'At most 3 parameters: pass an object.',
        },
        ...foreignNames,
      ],
    },
  },
  {
    files: ['apps/gateway/src/**/*.ts'],
    ignores: ['apps/gateway/src/http/idempotency/post.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          name: '@nestjs/common',
          importNames: ['Post'],
          message: 'Use http/idempotency/post.js: every POST honours Idempotency-Key (HTTP-23).',
        },
      ],
    },
  },
  {
    // what no compiler reads
    files: ['**/*.mjs'],
    languageOptions: {
      globals: Object.fromEntries(Object.getOwnPropertyNames(globalThis).map((name) => [name, 'readonly'])),
    },
    rules: { 'no-undef': 'error', 'no-unreachable': 'error', 'no-dupe-keys': 'error', 'no-const-assign': 'error' },
  },
  {
    files: tests,
    rules: {
      'max-lines': ['error', { max: 600 }],
    },
  },
  { files: [...tests, 'tools/**', 'examples/**', '*.ts'], rules: { 'no-restricted-syntax': ['error', encodedPath] } },
  ...boundaries([...types, ...scopes], (path) => [[path, '**/*.{ts,mjs}']], { ignores: tests }),
  // programs beside specs import their own package as it is built
  ...boundaries(forTests([...types, ...scopes]), (path) => tests.map((one) => [path, one]), {
    tools: true,
    itself: true,
  }),
  prettier,
);
