import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sha256 } from '@kalends/security';
import { z } from 'zod';
import type { ApplicationAccess } from '../find-admin-access.js';

const shape = z.object({
  /** Of GET /v1/changes. */
  cursor: z.string(),
  /** When the newest callback that was seen was stored, epoch ms; null: there was none. */
  newest: z.number().nullable(),
  /** Callbacks that were seen and are so new that others may still appear before them: when they were stored, epoch ms, by id. */
  seen: z.record(z.string(), z.number()),
});

/** How far an application's callbacks and changes were forwarded. */
export type Position = z.infer<typeof shape>;

/** A callback may become visible after one that was stored later, within this time. */
export const overlapMs = 60_000;

/** The position after a callback was dealt with; `storedAt`: epoch ms. */
export function pastCallback(position: Position, id: string, storedAt: number): Position {
  const newest = Math.max(position.newest ?? storedAt, storedAt);
  const seen = Object.entries({ ...position.seen, [id]: storedAt }).filter(([, at]) => at >= newest - overlapMs);
  return { ...position, newest, seen: Object.fromEntries(seen) };
}

/** Where the position is kept: a file for each application and address. */
export const positionFile = (dataDir: string, { baseUrl, clientSecret }: ApplicationAccess): string =>
  join(dataDir, `listen-${sha256(`${baseUrl} ${clientSecret}`).slice(0, 16)}.json`);

/** Undefined: none was kept, or it is unreadable. */
export async function readPosition(file: string): Promise<Position | undefined> {
  try {
    return shape.safeParse(JSON.parse(await readFile(file, 'utf8'))).data;
  } catch {
    return undefined;
  }
}

/** Replaces the file at once, so that it is never half-written. */
export async function writePosition(file: string, position: Position): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(`${file}.new`, JSON.stringify(position), { mode: 0o600 });
  await rename(`${file}.new`, file);
}
