import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { skipFor } from '@kalends/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { breakingChanges, lockOf, type LockedTopic } from '../../libs/contracts/src/documents/schema-lock.js';
import { topics } from '../../libs/contracts/src/topics.js';

const root = join(import.meta.dirname, '../..');
const released = 'libs/contracts/released';
const files = readdirSync(join(root, released)).flatMap((version) =>
  readdirSync(join(root, released, version))
    .filter((file) => file.endsWith('.json'))
    .map((file) => [version, file.replace('.json', '')] as const),
);

/** Released contracts that a commit or the working tree has changed since they were added. */
function changedSince(repository: string): string[] {
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', repository, ...args, '--', released], { encoding: 'utf8' }).split('\n');
  const committed = git('log', '--no-renames', '--diff-filter=M', '--name-only', '--format=');
  return [...new Set([...committed, ...git('diff', '--name-only', '--diff-filter=M', 'HEAD')])].filter(Boolean).sort();
}

describe('contracts that were released', () => {
  it.each(files)(
    'given %s of %s, when compared with the current ones, then nothing breaks for its users',
    (version, owner) => {
      const before = JSON.parse(readFileSync(join(root, released, version, `${owner}.json`), 'utf8')) as Record<
        string,
        LockedTopic
      >;
      expect(Object.keys(before)).not.toEqual([]);
      const own = topics.filter((topic) => topic.owner === owner);
      expect(breakingChanges(before, lockOf(own))).toEqual([]);
    },
  );

  it('given the history, when read, then no released contract was ever changed', (context) => {
    if (!existsSync(join(root, '.git'))) return skipFor(context, 'this is not a git checkout');
    expect(changedSince(root)).toEqual([]);
  });
});

describe('the comparison with history', () => {
  const repository = mkdtempSync(join(tmpdir(), 'kalends-released-'));
  afterAll(() => rmSync(repository, { recursive: true }));
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', repository, '-c', 'user.name=spec', '-c', 'user.email=spec@example.com', ...args]);
  const path = `${released}/0.2.0/gateway.json`;
  const write = (text: string) => {
    mkdirSync(dirname(join(repository, path)), { recursive: true });
    writeFileSync(join(repository, path), text);
  };

  it('given a released contract that is changed, when checked, then it is reported, committed or not', () => {
    git('init', '-q');
    write('{"one":1}\n');
    git('add', '.');
    git('commit', '-q', '-m', 'Release');
    expect(changedSince(repository)).toEqual([]);
    write('{"two":2}\n');
    expect(changedSince(repository)).toEqual([path]);
    git('commit', '-q', '-a', '-m', 'Change');
    expect(changedSince(repository)).toEqual([path]);
  });
});
