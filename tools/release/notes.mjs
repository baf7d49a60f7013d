// npm run -s release:notes -- v0.3.0: prints the changelog's section of the version, and fails if the tree does not have
// that version.
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/** The changelog's section of a version, without its heading; undefined if there is none or it is empty. */
export function notesOf(changelog, version) {
  const [, after] = changelog.split(
    new RegExp(`^## \\[${version.replaceAll('.', '\\.')}\\] - \\d{4}-\\d{2}-\\d{2}\\n`, 'm'),
  );
  return after?.split(/^## /m)[0].trim() || undefined;
}

/** What the tree below `root` lacks for a release of the version, as texts. */
export function missingForRelease(root, version) {
  const manifests = ['apps', 'libs', 'libs/providers']
    .filter((group) => existsSync(join(root, group)))
    .flatMap((group) => readdirSync(join(root, group)).map((name) => `${group}/${name}/package.json`))
    .filter((path) => existsSync(join(root, path)));
  const versionOf = (path) => JSON.parse(readFileSync(join(root, path), 'utf8')).version;
  return [
    ...['package.json', ...manifests]
      .filter((path) => versionOf(path) !== version)
      .map((path) => `${path} has version ${versionOf(path)}`),
    ...(notesOf(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version)
      ? []
      : [`CHANGELOG.md does not describe ${version}`]),
    ...(existsSync(join(root, 'libs/contracts/released', version))
      ? []
      : [`libs/contracts/released/${version} is missing: node libs/contracts/tools/release.mjs ${version}`]),
  ];
}

if (process.argv[1] && fileURLToPath(import.meta.url) === realpathSync(process.argv[1])) {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const version = process.argv[2]?.replace(/^v/, '') ?? '';
  const missing = missingForRelease(root, version);
  for (const line of missing) console.error(line);
  if (missing.length > 0) process.exit(1);
  console.log(notesOf(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version));
}
