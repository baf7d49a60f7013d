import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** The lines of .gitignore that this repository uses: a name with or without `/` at its end, `*.suffix`, or a path. */
function ignoredBy(text: string): (path: string) => boolean {
  const patterns = text.split('\n').flatMap((line) => (line ? [line.replace(/\/$/, '')] : []));
  return (path) =>
    patterns.some((one) =>
      one.startsWith('*') ? path.endsWith(one.slice(1)) : one === path || one === basename(path),
    );
}

function below(root: string): string[] {
  const isIgnored = ignoredBy(readFileSync(join(root, '.gitignore'), 'utf8'));
  const filesIn = (folder: string): string[] =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = folder ? `${folder}/${entry.name}` : entry.name;
      if (isIgnored(path)) return [];
      return entry.isDirectory() ? filesIn(path) : [path];
    });
  return filesIn('');
}

/**
 * The files of the repository as paths from its root, sorted: those that git tracks or would add; in a downloaded archive, which has no
 * history, all that .gitignore does not name.
 */
export function repositoryFiles(root: string): string[] {
  if (!existsSync(join(root, '.git'))) return below(root).sort();
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const listed = execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 }).split('\0');
  return listed.filter((path) => path !== '' && existsSync(join(root, path))).sort();
}
