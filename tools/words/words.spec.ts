import { describe, expect, it } from 'vitest';
import { findWords } from './words.mjs';

const wordsIn = (file: string, text: string) => findWords(file, text).map(({ line, word }) => [line, word]);

describe('words that the glossary rules out', () => {
  it.each([
    ['a comment', 'a.ts', 'const a = 1;\n// the row that was held\n', [[2, 'held']]],
    ['a docstring of several lines', 'a.ts', '/**\n * Rows.\n * A reader is told of it.\n */\nlet a;\n', [[3, 'told']]],
    ['a comment at the end of a line', 'a.mjs', 'f(); // looks at each\n', [[1, 'looks at']]],
    ['a log text', 'a.ts', "log.warn({ a: 1 }, 'message comes again');\n", [[1, 'comes again']]],
    ['a log text with a value', 'a.ts', 'this.log.info({}, `the ${name} goes on`);\n', [[1, 'goes on']]],
    ['the name of a test', 'a.spec.ts', "it.each([1])('given %s, when asked, then 1', () => {});\n", [[1, 'asks']]],
    ['a description', 'libs/a/src/a.ts', "z.string().describe('A name, told to nobody.');\n", [[1, 'told']]],
    [
      'an error',
      'apps/a/src/a.ts',
      'const text = `${n} calendars, the most that are allowed`;\n',
      [[1, 'the most that']],
    ],
    ['help', 'apps/cli/src/a.ts', "command.option('--json', 'says it in JSON');\n", [[1, 'says']]],
    ['prose', 'a.md', 'One\n\nIt lies in `docs`.\n', [[3, 'lies']]],
    ['a comment in YAML', 'a.yaml', 'a: 1 # of use\n', [[1, 'of use']]],
    ['a comment in a Dockerfile', 'docker/Dockerfile', '# started anew\n', [[1, 'anew']]],
    ['a comment in Python', 'a.py', 'x = 1  # a mistake of ours\n', [[1, 'of ours']]],
  ])('given %s, when checked, then the word and its line are named', (_what, file, text, found) =>
    expect(wordsIn(file, text)).toEqual(found),
  );

  it.each([
    ['a statement', 'apps/a/src/a.ts', "pool.query('SELECT held AS told FROM a');\n"],
    ['a string that nobody reads', 'a.ts', "const told = 'held';\n"],
    ['code in prose', 'a.md', '`held` and [this](told.md)\n\n```\nasks\n```\n'],
    ['a Hold', 'a.md', 'The hold expires; two holds never overlap.\n'],
    ['the glossary', 'docs/glossary.md', 'held\n'],
    ['a file without prose', 'a.json', '{"told": 1}\n'],
  ])('given %s, when checked, then nothing is found', (_what, file, text) => expect(wordsIn(file, text)).toEqual([]));
});
