import { fileURLToPath } from 'node:url';
import { buildGoProgram, missingForGoProgram } from '../go/go-program.mjs';

/** The newest that Go 1.19 builds, which is Debian's. */
const version = 'v4.5.7';
const name = 'kustomize';

/** Where the program lies once it is built. */
export const kustomize = fileURLToPath(new URL(`../../.cache/kustomize/${version}`, import.meta.url));

/** Why kustomize cannot be run here, in one line; undefined when it can. */
export const missingForKustomize = () => missingForGoProgram(kustomize, name);

/** Builds the program into `.cache/kustomize`, once. Throws with a one-line reason where it cannot. */
export const buildKustomize = () =>
  buildGoProgram({ source: `sigs.k8s.io/kustomize/kustomize/v4@${version}`, binary: name, program: kustomize, name });
