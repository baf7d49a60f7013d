import { callbackStatus } from '@kalends/contracts';
import { z } from 'zod';

const cursorShape = z.object({
  smart_invite_id: z.string().optional(),
  status: callbackStatus.optional(),
  url: z.string().optional(),
  before: z.number().int(),
  page: z.number().int().positive(),
});

/** State of a next page. It allows nothing that the filters do not, so it is not signed. */
export type Cursor = z.infer<typeof cursorShape>;

/** base64url of JSON, one path segment. */
export const encodeCursor = (cursor: Cursor): string => Buffer.from(JSON.stringify(cursor)).toString('base64url');

/** Null for anything that was not issued here. */
export function decodeCursor(text: string): Cursor | null {
  try {
    return cursorShape.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))).data ?? null;
  } catch {
    return null;
  }
}
