import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { env } from 'node:process';

/** The part of a vitest test context that skips. */
interface Skippable {
  skip(note?: string): void;
}

/**
 * Skips the test with a reason that appears in the report; with `KALENDS_TEST_ALL=1` (as in CI) nothing may be skipped, and
 * the missing thing is an error.
 */
export function skipFor(context: Skippable, reason: string): void {
  if (env.KALENDS_TEST_ALL === '1') throw new Error(`nothing may be skipped here, but: ${reason}`);
  context.skip(reason);
}

/** A file of test material: its path below the corpus directory and its content as UTF-8. */
export interface CorpusFile {
  path: string;
  text: string;
}

/**
 * Absolute path of a directory or file of calendars collected from other projects, below the directory that `CORPUS_DIR`
 * names (an empty setting is no setting); undefined if it does not exist. Use {@link corpusOrSkip} in tests.
 */
export function corpus(path: string): string | undefined {
  if (!env.CORPUS_DIR) return undefined;
  const found = join(env.CORPUS_DIR, path);
  return existsSync(found) ? found : undefined;
}

/** Path of test material, or a visible skip of the calling test when this machine lacks it. */
export function corpusOrSkip(context: Skippable, path: string): string | undefined {
  const found = corpus(path);
  if (found === undefined)
    skipFor(context, `test material ${path} is not there (CORPUS_DIR=${env.CORPUS_DIR || 'unset'})`);
  return found;
}

/** All files below a directory with names that end with `suffix` (`.ics`), ordered by path. */
export async function readCorpus(directory: string, suffix: string): Promise<CorpusFile[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(suffix))
    .map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(
    paths.sort().map(async (path) => ({ path: relative(directory, path), text: await readFile(path, 'utf8') })),
  );
}
