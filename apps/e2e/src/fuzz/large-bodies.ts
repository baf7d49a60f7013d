import type { Random } from '../harness/random.js';

/** Gateways take bodies up to this size, bytes. */
export const bodyLimit = 512 * 1_024;

const repeated = (open: string, one: string, close: string) => {
  const count = Math.floor((bodyLimit - open.length - close.length) / (one.length + 1)) - 1;
  return open + `${one},`.repeat(count) + one + close;
};

/** JSON that is small to send and large to hold, at the limit of bytes. */
const shapes: ((member: string) => string)[] = [
  () => repeated('[', '0', ']'),
  () => repeated('[', '{}', ']'),
  () => repeated('[', '[]', ']'),
  () => '['.repeat(bodyLimit / 2 - 1) + ']'.repeat(bodyLimit / 2 - 1),
  (member) => repeated(`{"${member}":[`, '0', ']}'),
  (member) => repeated(`{"${member}":[`, '"a"', ']}'),
  (member) => repeated(`{"${member}":[`, '{"a":0}', ']}'),
  (member) => `{"${member}":"${'\\u0041'.repeat(80_000)}"}`,
  (member) => repeated(`{"${member}":0,`, '"a":0', '}'),
];

/** A hostile body, in one of its members where that is an object. */
export const largeBody = (random: Random, members: readonly string[]): string =>
  random.pick(shapes)(random.pick(members));
