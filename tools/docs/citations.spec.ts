import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryFiles } from '@kalends/testing';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const files = repositoryFiles(root).filter(
  (path) => /\.(ts|mjs|md|py|ya?ml|txt|prisma|sql)$/.test(path) && !path.includes('/generated/'),
);

/** Without this spec, which plants citations. */
const others = files.filter((path) => path !== 'tools/docs/citations.spec.ts');

/** What is numbered, by kind: rules of the API, cases from the field, decisions. */
const defined = {
  rule: new Set([...read('docs/reference/api-rules.md').matchAll(/^\| ([A-Z]+-\d+) /gm)].map(([, id]) => id!)),
  case: new Set([...read('docs/reference/field-cases.md').matchAll(/^\| (FC-\d+) /gm)].map(([, id]) => id!)),
  adr: new Set([
    ...readdirSync(join(root, 'docs/adr')).map((name) => `ADR ${name.slice(0, 4)}`),
    ...[...read('docs/adr/superseded.md').matchAll(/^## (\d{4})\. /gm)].map(([, number]) => `ADR ${number}`),
  ]),
};
const prefixes = [...new Set([...defined.rule].map((id) => id.split('-')[0]))].join('|');
const citation = new RegExp(`\\b(?:(?:${prefixes}|FC)-\\d+|ADR \\d{4})\\b`, 'g');
/** How documents outside this repository were once cited. */
const foreign = /\b(field cases? \d|(contract|interface|design) §|(contract|these) decisions? \d)/i;

const known = new Set([...defined.rule, ...defined.case, ...defined.adr]);
const citationsIn = (text: string) => [...text.matchAll(citation)].map(([id]) => id);
const unresolved = (text: string) => citationsIn(text).filter((id) => !known.has(id));

const cited = new Map<string, Set<string>>();
for (const path of files.filter((name) => /\.(spec|conformance)\.ts$|\/dialogues\//.test(name)))
  for (const id of citationsIn(read(path))) cited.set(id, (cited.get(id) ?? new Set()).add(path));

describe('citations', () => {
  it('given all files, when their citations are followed, then each rule, case and decision exists', () =>
    expect(others.flatMap((path) => unresolved(read(path)).map((id) => `${path}: ${id}`))).toEqual([]));

  it('given all files, when searched, then none cites a document that is not here', () =>
    expect(others.filter((path) => foreign.test(read(path)))).toEqual([]));

  it('given a rule of the API, when searched, then a test cites it', () =>
    expect([...defined.rule].filter((id) => !cited.has(id))).toEqual([]));

  it('given a case from the field, when searched, then the specs that it names cite it', () => {
    const rows = [...read('docs/reference/field-cases.md').matchAll(/^\| (FC-\d+) (.*)$/gm)];
    expect(rows).toHaveLength(defined.case.size);
    const wrong = rows.flatMap(([, id, row]) => {
      const named = [...row!.matchAll(/\]\(\.\.\/\.\.\/([^)]+)\)/g)].map(([, path]) => path!);
      const without = named.filter((path) => !cited.get(id!)?.has(path));
      return named.length === 0 ? [`${id}: no test`] : without.map((path) => `${id}: ${path}`);
    });
    expect(wrong).toEqual([]);
  });

  it.each(['EVT-999', 'FC-99', 'ADR 9999'])('given %s, when it is followed, then it is missed', (id) =>
    expect(unresolved(`see ${id}.`)).toEqual([id]),
  );
});
