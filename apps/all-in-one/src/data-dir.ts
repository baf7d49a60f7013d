import { chmod, mkdir, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';

/**
 * Creates the data directory, which nobody but its owner may read: it has keys, logs and every calendar. One that is ours already is
 * narrowed; the mode of another owner's (a volume) is theirs to choose. Root lets PostgreSQL's account pass, which cannot list it.
 */
export async function prepareDataDir(dataDir: string): Promise<void> {
  const { uid } = userInfo();
  const mode = uid === 0 ? 0o711 : 0o700;
  await mkdir(dataDir, { recursive: true, mode });
  const found = await stat(dataDir);
  if (found.uid === uid && (found.mode & 0o777 & ~mode) !== 0) await chmod(dataDir, found.mode & mode);
}
