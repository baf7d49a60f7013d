import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSources } from '../architecture/source-tree.js';

const root = join(import.meta.dirname, '../..');
const product = /^(apps\/(?!e2e|simulator)|libs\/(?!testing))/;
const sources = readSources(root).filter(
  ({ path }) => product.test(path) && !/\.(spec|fixture|conformance)\.ts$/.test(path),
);
const namesIn = (text: string) =>
  [...text.matchAll(/(?:\{ event: |logEvent\([^,]+,\s*|this\.log\()'([^']+)'/g)].map(([, name]) => name!);
const logged = new Set(sources.flatMap(({ text }) => namesIn(text)));
const documented = [
  ...readFileSync(join(root, 'docs/reference/events.md'), 'utf8').matchAll(/^\| (`[^|]+)\|/gm),
].flatMap(([, names]) => [...names!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!));

describe('log events', () => {
  it('given the sources, when compared with docs/reference/events.md, then both have the same events', () => {
    expect(logged.size).toBeGreaterThan(30);
    expect([...logged].sort()).toEqual([...documented].sort());
  });

  it('given an event, when read, then it is a subject, a dot and what happened', () =>
    expect([...logged].filter((name) => !/^[a-z_]+\.([a-z]+_)*([a-z]+ed|taken_over)$/.test(name))).toEqual([]));
});
