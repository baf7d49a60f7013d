import { fileURLToPath } from 'node:url';
import { buildGoProgram, missingForGoProgram } from '../go/go-program.mjs';

/** The newest version that Go 1.19, the one of Debian, builds. */
const version = 'v4.5.7';
const name = 'kustomize';

/** Path of the built program. */
export const kustomize = fileURLToPath(new URL(`../../.cache/kustomize/${version}`, import.meta.url));

/** Why kustomize cannot be run here, in one line; undefined when it can. */
export const missingForKustomize = () => missingForGoProgram(kustomize, name);

/** Builds the program into `.cache/kustomize`, once. Throws with a one-line reason if it cannot. */
export const buildKustomize = () =>
  buildGoProgram({ source: `sigs.k8s.io/kustomize/kustomize/v4@${version}`, binary: name, program: kustomize, name });
