import { readFile } from 'node:fs/promises';
import type { InvitesConfig } from '../../config.js';

/** The listener's certificate and key; null without. Throws a clear error if only one of them is available. */
export async function readTls(
  config: Pick<InvitesConfig, 'SMTP_TLS_CERT' | 'SMTP_TLS_KEY'>,
): Promise<{ cert: string; key: string } | null> {
  const { SMTP_TLS_CERT, SMTP_TLS_KEY } = config;
  if (!SMTP_TLS_CERT && !SMTP_TLS_KEY) return null;
  if (!SMTP_TLS_CERT || !SMTP_TLS_KEY) throw new Error('SMTP_TLS_CERT and SMTP_TLS_KEY must be given together');
  return { cert: await read('SMTP_TLS_CERT', SMTP_TLS_CERT), key: await read('SMTP_TLS_KEY', SMTP_TLS_KEY) };
}

async function read(name: string, path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new Error(`${name} ${path} cannot be read (${(error as NodeJS.ErrnoException).code})`, { cause: error });
  }
}
