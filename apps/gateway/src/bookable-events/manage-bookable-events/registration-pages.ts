import { z } from 'zod';

export const pageSize = 100;

/** Which registrations of an event are read: those after a place; encoded in the address of a page. */
const pageShape = z.object({
  after: z.number().int().min(0).max(2_147_483_647),
  number: z.number().int().min(1).max(100_000),
});
export type RegistrationPage = z.infer<typeof pageShape>;

export const firstPage: RegistrationPage = { after: 0, number: 1 };

/** The page that an address encodes, or null when it is invalid. */
export function readPage(cursor: string): RegistrationPage | null {
  try {
    return pageShape.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch {
    return null;
  }
}

/** The `pages` member; `next`: the place after which the next page begins, null if this one is the last (HTTP-9, HTTP-10). */
export function pagesOf({ number }: RegistrationPage, total: number, next: { after: number | null; base: string }) {
  const { after, base } = next;
  if (after === null) return { current: number, total: number };
  const cursor = Buffer.from(JSON.stringify({ after, number: number + 1 })).toString('base64url');
  const pages = Math.max(number + 1, Math.ceil(total / pageSize));
  return { current: number, total: pages, next_page: `${base}/${cursor}` };
}
