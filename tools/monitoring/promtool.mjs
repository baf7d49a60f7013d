import { fileURLToPath } from 'node:url';
import { buildGoProgram, missingForGoProgram } from '../go/go-program.mjs';

/** Prometheus 2.44, the newest whose module declares Go 1.19, the one of Debian. */
const version = 'v0.44.0';
const name = 'promtool';

/** Path of the built program. */
export const promtool = fileURLToPath(new URL(`../../.cache/promtool/${version}`, import.meta.url));

/** Why promtool cannot be run here, in one line; undefined when it can. */
export const missingForPromtool = () => missingForGoProgram(promtool, name);

/** Builds the program into `.cache/promtool`, once (minutes). Throws with a one-line reason if it cannot. */
export const buildPromtool = () =>
  buildGoProgram({
    source: `github.com/prometheus/prometheus/cmd/promtool@${version}`,
    binary: name,
    program: promtool,
    name,
    dependency: true,
  });
