import nx from '@nx/eslint-plugin';
import prettier from 'eslint-config-prettier';
import tseslint from 'typescript-eslint';

const pureForbidden = ['@nestjs/*', '@prisma/*', 'kafkajs', 'pg', 'node:*', 'undici', 'pino'];

/** Who may import whom. Tags stand in each package.json; there is no '*' source constraint. */
const boundaries = [
  { sourceTag: 'type:pure', onlyDependOnLibsWithTags: ['type:pure'], bannedExternalImports: pureForbidden },
  { sourceTag: 'type:lib', onlyDependOnLibsWithTags: ['type:pure', 'type:lib', 'type:testing'] },
  { sourceTag: 'type:testing', onlyDependOnLibsWithTags: ['type:pure', 'type:lib', 'type:testing'] },
  { sourceTag: 'type:service', onlyDependOnLibsWithTags: ['type:pure', 'type:lib', 'type:testing'] },
  {
    sourceTag: 'type:composition',
    onlyDependOnLibsWithTags: ['type:pure', 'type:lib', 'type:service', 'type:testing'],
  },
  { sourceTag: 'type:cli', onlyDependOnLibsWithTags: ['type:pure', 'type:lib', 'type:testing'] },
  { sourceTag: 'type:e2e', onlyDependOnLibsWithTags: ['type:pure', 'type:lib', 'type:testing', 'type:composition'] },
];

export default tseslint.config(
  { ignores: ['**/dist/**', '**/generated/**', '**/node_modules/**', '.kalends/**', '.nx/**', '.cache/**'] },
  ...tseslint.configs.recommended,
  { plugins: { '@nx': nx } },
  {
    files: ['**/*.ts'],
    rules: {
      '@nx/enforce-module-boundaries': [
        'error',
        { enforceBuildableLibDependency: false, allow: [], depConstraints: boundaries },
      ],
      '@typescript-eslint/consistent-type-imports': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
    },
  },
  // what has more is given an object; the other packages follow when nothing in them breaks it
  {
    files: ['libs/{contracts,messaging,postgres,security,service-runtime,testing}/src/**/*.ts'],
    ignores: ['**/*.spec.ts', '**/conformance/**'],
    rules: { 'max-params': ['error', 3] },
  },
  { files: ['**/*.spec.ts', '**/*.conformance.ts'], rules: { 'max-lines': ['error', { max: 600 }] } },
  prettier,
);
