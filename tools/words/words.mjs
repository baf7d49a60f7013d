#!/usr/bin/env node
// Part of `npm run lint`: finds words that the glossary rules out. With arguments, only files below those paths.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { textsOf } from './texts.mjs';
import { wordList } from './word-list.mjs';

const exempt = [
  /^docs\/glossary\.md$/,
  /^tools\/words\//,
  /\/generated\//,
  /^CHANGELOG\.md$/,
  /^LICENSE$/,
  /\/migrations(-bus)?\//,
];

/** Where a text uses a word of the list: `{line, word, instead, text}` each. */
export function findWords(file, text) {
  if (exempt.some((pattern) => pattern.test(file))) return [];
  return (textsOf(file, text) ?? []).flatMap((piece) =>
    piece.text
      .split('\n')
      .flatMap((line, index) =>
        wordList
          .filter(({ pattern }) => pattern.test(line))
          .map(({ word, instead }) => ({ line: piece.line + index, word, instead, text: line.trim() })),
      ),
  );
}

if (process.argv[1] === import.meta.filename) {
  const files = execFileSync('git', ['ls-files', '--', ...process.argv.slice(2)], { encoding: 'utf8' }).split('\n');
  let count = 0;
  for (const file of files.filter(Boolean))
    for (const { line, word, instead, text } of findWords(file, readFileSync(file, 'utf8'))) {
      console.log(`${file}:${line}: "${word}": write ${instead}: ${text}`);
      count += 1;
    }
  if (count > 0) {
    console.log(`\n${count} words that docs/glossary.md rules out`);
    process.exitCode = 1;
  }
}
