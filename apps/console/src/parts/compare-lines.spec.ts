import { expect, it } from 'vitest';
import { compareLines } from './compare-lines.js';

const marked = (left: string, right: string) =>
  compareLines([...left], [...right])
    .map(({ text, differs }) => (differs ? `(${text})` : text))
    .join('');

it.each([
  ['abc', 'abc', 'abc'],
  ['abc', 'axc', 'a(b)c'],
  ['abcd', 'bd', '(a)b(c)d'],
  ['ab', '', '(a)(b)'],
  ['bd', 'abcd', 'bd'],
  ['aab', 'ab', 'a(a)b'],
])('given %j beside %j, then what the other does not have is marked: %j', (left, right, expected) => {
  expect(marked(left, right)).toBe(expected);
});
