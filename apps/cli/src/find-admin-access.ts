import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Environment } from '@kalends/service-runtime';
import { z } from 'zod';
import { refused, type Refused } from './terminal.js';

export interface AdminAccess {
  ok: true;
  /** Without a trailing slash. */
  baseUrl: string;
  adminKey: string;
}

/** What an application's own calls need. */
export interface ApplicationAccess {
  ok: true;
  /** Without a trailing slash. */
  baseUrl: string;
  clientSecret: string;
}

export interface AdminOptions {
  baseUrl?: string;
  adminKey?: string;
  dataDir?: string;
}

/** Data directory of a local installation: `--data-dir`, `DATA_DIR`, or the default. */
export const dataDirOf = (options: { dataDir?: string }, env: Environment): string =>
  options.dataDir ?? (env.DATA_DIR || '.kalends');

const demoFile = z.object({
  base_url: z.string(),
  admin_key: z.string(),
  client_secret: z.string().optional(),
  smtp_port: z.int().min(1).max(65_535).optional(),
});

interface Local {
  baseUrl?: string;
  adminKey?: string;
  clientSecret?: string;
}

const readDemo = (dataDir: string) => readFile(join(dataDir, 'demo.json'), 'utf8').then(parseDemo, () => undefined);

/** The port to which a local installation with a demo has replies delivered; undefined if it has not recorded one. */
export const recordedSmtpPort = async (dataDir: string): Promise<number | undefined> =>
  (await readDemo(dataDir))?.smtp_port;

/** What a local installation recorded: `demo.json`, or `admin.key` without a demo. */
async function readLocal(dataDir: string): Promise<Local> {
  const demo = await readDemo(dataDir);
  if (demo) return { baseUrl: demo.base_url, adminKey: demo.admin_key, clientSecret: demo.client_secret };
  const key = await readFile(join(dataDir, 'admin.key'), 'utf8').catch(() => '');
  return { adminKey: key.trim() || undefined };
}

function parseDemo(text: string) {
  try {
    return demoFile.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

interface Place extends Local {
  ok: true;
  baseUrl: string;
  /** Whether what the local installation recorded may be sent there. */
  trusted: boolean;
  dataDir: string;
}

/** The address, and what the local installation recorded. */
async function findPlace(options: AdminOptions, env: Environment): Promise<Place | Refused> {
  const dataDir = dataDirOf(options, env);
  const local = await readLocal(dataDir);
  const own = (env.PUBLIC_URL || local.baseUrl) ?? `http://127.0.0.1:${env.PORT || 3000}`;
  const baseUrl = (options.baseUrl ?? own).replace(/\/{1,9}$/, '');
  if (!URL.canParse(baseUrl) || !/^https?:$/.test(new URL(baseUrl).protocol)) {
    return refused(`the address must be an http or https URL, not ${JSON.stringify(baseUrl)} (--base-url, PUBLIC_URL)`);
  }
  const trusted = baseUrl === own.replace(/\/{1,9}$/, '') || isLoopback(baseUrl);
  return { ok: true, ...local, baseUrl, trusted, dataDir };
}

/**
 * Address and key of the admin API: options, then `PUBLIC_URL`/`ADMIN_KEY`, then the installation in the data directory.
 * That installation's key is sent only to its own address or to this machine, never to another address given by an option.
 */
export async function findAdminAccess(options: AdminOptions, env: Environment): Promise<AdminAccess | Refused> {
  const place = await findPlace(options, env);
  if (!place.ok) return place;
  const { baseUrl, trusted, dataDir } = place;
  const adminKey = options.adminKey ?? (env.ADMIN_KEY || (trusted ? place.adminKey : undefined));
  if (adminKey) return { ok: true, baseUrl, adminKey };
  const advice = 'give --admin-key or ADMIN_KEY';
  if (!trusted && place.adminKey) return refused(`the key in ${dataDir} is not sent to ${baseUrl}: ${advice}`);
  return refused(`no admin key: ${advice}, or name the installation's directory (--data-dir; looked in ${dataDir})`);
}

/** Address and client secret of an application: by the same rules, from `CLIENT_SECRET`, or the demo's. */
export async function findApplicationAccess(
  options: AdminOptions & { clientSecret?: string },
  env: Environment,
): Promise<ApplicationAccess | Refused> {
  const place = await findPlace(options, env);
  if (!place.ok) return place;
  const { baseUrl, trusted, dataDir } = place;
  const clientSecret = options.clientSecret ?? (env.CLIENT_SECRET || (trusted ? place.clientSecret : undefined));
  if (clientSecret) return { ok: true, baseUrl, clientSecret };
  return refused(`no client secret: give --client-secret or CLIENT_SECRET (no demo application in ${dataDir})`);
}

const isLoopback = (url: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(new URL(url).hostname.toLowerCase());
