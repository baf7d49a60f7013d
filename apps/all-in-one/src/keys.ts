import { chmod, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeKey } from '@kalends/service-runtime';
import { randomToken } from '@kalends/security';

export interface Keys {
  adminKey: string;
  encryptionKey: Uint8Array[];
}

/** The text in `DATA_DIR/<name>`, created on the first call; mode 0600, written atomically. */
async function readOrCreate(dataDir: string, name: string, create: () => string): Promise<string> {
  const path = join(dataDir, name);
  const existing = await readFile(path, 'utf8').catch(() => '');
  if (existing.trim() !== '') return existing.trim();
  const text = create();
  await writeFile(`${path}.new`, `${text}\n`, { mode: 0o600 });
  await chmod(`${path}.new`, 0o600);
  await rename(`${path}.new`, path);
  return text;
}

const hexKey = () =>
  Buffer.from(Array.from({ length: 3 }, () => randomToken(43)).join(''), 'base64url')
    .subarray(0, 32)
    .toString('hex');

/** Keys from the environment, or those that this installation generated. */
export async function findKeys(
  dataDir: string,
  given: { ADMIN_KEY?: string | undefined; ENCRYPTION_KEY?: Uint8Array[] | undefined },
): Promise<Keys> {
  const adminKey = given.ADMIN_KEY ?? (await readOrCreate(dataDir, 'admin.key', () => `kak_${randomToken(40)}`));
  if (given.ENCRYPTION_KEY) return { adminKey, encryptionKey: given.ENCRYPTION_KEY };
  const text = await readOrCreate(dataDir, 'encryption.key', hexKey);
  const key = decodeKey(text);
  if (!key) throw new Error(`${join(dataDir, 'encryption.key')} does not contain a key; restore it from a backup`);
  return { adminKey, encryptionKey: [key] };
}
