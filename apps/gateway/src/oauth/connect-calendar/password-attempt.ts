import { z } from 'zod';

const text = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[^\p{Cc}]*$/u);

/** Bounds of the input in the form for a CalDAV account; the same as the admin API's. */
export const passwordAttempt = z.object({ url: text(2048), username: text(320), password: text(1024) });

const icloud = 'caldav.icloud.com';

/** Target of a password attempt: the normalised host and user name. */
export function triedAt({ url, username }: { url: string; username: string }): string {
  const host = url === '' ? icloud : new URL(url).hostname;
  return `${host} ${username.toLowerCase()}`;
}
