import { fileURLToPath } from 'node:url';
import { buildGoProgram, missingForGoProgram } from '../go/go-program.mjs';

const version = 'v1.7.7';
const name = 'actionlint';

/** Path of the built program. */
export const actionlint = fileURLToPath(new URL(`../../.cache/actionlint/${version}`, import.meta.url));

/** Why actionlint cannot be run here, in one line; undefined when it can. */
export const missingForActionlint = () => missingForGoProgram(actionlint, name);

/** Builds the program into `.cache/actionlint`, once. Throws with a one-line reason if it cannot. */
export const buildActionlint = () =>
  buildGoProgram({
    source: `github.com/rhysd/actionlint/cmd/actionlint@${version}`,
    binary: name,
    program: actionlint,
    name,
  });
