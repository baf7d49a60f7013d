import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { answers } from '../maven/jars.mjs';

const run = promisify(execFile);
const goPlaces = ['go', '/usr/local/go/bin/go', '/usr/lib/go/bin/go'];

async function findGo() {
  for (const go of goPlaces) if (await answers(go, 'version')) return go;
  return undefined;
}

/** Why `program` (a path) can be neither run nor built here, in one line; undefined when it can. */
export async function missingForGoProgram(program, name) {
  if (existsSync(program) || (await findGo())) return undefined;
  return `${name} is built with Go: go is not on the PATH`;
}

/**
 * Builds a program from its Go module, once. `source`: the package and its version, as for `go install`; `binary`: Go's name
 * of the result; `program`: its destination. Throws with a one-line reason if it cannot.
 */
export async function buildGoProgram({ source, binary, program, name }) {
  if (existsSync(program)) return;
  const go = await findGo();
  if (!go) throw new Error(await missingForGoProgram(program, name));
  await mkdir(dirname(program), { recursive: true });
  const work = await mkdtemp(join(dirname(program), 'build-'));
  try {
    await run(go, ['install', source], { env: { ...process.env, GOBIN: work }, timeout: 600_000 });
    await rename(join(work, binary), program);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
