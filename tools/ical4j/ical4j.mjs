import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { answers, fetchJars, javaVersion } from '../testbed/maven.mjs';

const version = '4.2.5';
const jars = fileURLToPath(new URL(`../../.cache/ical4j/${version}`, import.meta.url));
const program = fileURLToPath(new URL('Validate.java', import.meta.url));

/** Why ical4j cannot be used here, in one line; undefined when it can. */
export async function missingForIcal4j() {
  if ((await javaVersion()) < 17 || !(await answers('javac', '-version')))
    return 'ical4j needs a Java development kit, 17 or later, on the PATH';
  if (existsSync(jars) || (await answers('mvn', '-v'))) return undefined;
  return 'ical4j is fetched with Maven: mvn is not on the PATH';
}

/** The errors that ical4j finds in each iCalendar object by RFC 5545 and, if it has a METHOD, by RFC 5546; '' for none. */
export async function ical4jErrors(texts) {
  await fetchJars(jars, [`org.mnode.ical4j:ical4j:${version}`]);
  return new Promise((resolve, reject) => {
    const child = execFile('java', ['-cp', join(jars, '*'), program], { timeout: 60_000 }, (error, stdout, stderr) =>
      error ? reject(new Error(stderr || error.message)) : resolve(stdout.split('\n').slice(0, texts.length)),
    );
    child.stdin.end(texts.map((text) => `${Buffer.from(text).toString('base64')}\n`).join(''));
  });
}
