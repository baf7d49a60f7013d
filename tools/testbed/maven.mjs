import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The major version of the Java on the PATH; 0 without one. */
export const javaVersion = () =>
  run('java', ['-version']).then(
    ({ stderr }) => Number(/version "(\d+)/.exec(stderr)?.[1] ?? 0),
    () => 0,
  );

/** Whether a program runs successfully with `arguments`. */
export const answers = (program, ...parameters) =>
  run(program, parameters).then(
    () => true,
    () => false,
  );

/** Fetches jars and their dependencies from Maven Central into `folder`, once. `artifacts`: `group:artifact:version`. */
export async function fetchJars(folder, artifacts) {
  if (existsSync(folder)) return;
  await mkdir(dirname(folder), { recursive: true });
  const work = await mkdtemp(join(dirname(folder), 'fetch-'));
  try {
    await writeFile(join(work, 'pom.xml'), pom(artifacts));
    const options = ['-q', '-B', '-f', join(work, 'pom.xml'), 'dependency:copy-dependencies'];
    await run('mvn', [...options, `-DoutputDirectory=${join(work, 'jars')}`], { timeout: 600_000 });
    // another process may have been faster
    if (!existsSync(folder)) await rename(join(work, 'jars'), folder);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

const pom = (artifacts) => `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>kalends</groupId><artifactId>jars</artifactId><version>1</version>
  <dependencies>${artifacts.map(dependency).join('')}</dependencies>
</project>
`;

function dependency(coordinates) {
  const [group, artifact, version] = coordinates.split(':');
  return `<dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version></dependency>`;
}
