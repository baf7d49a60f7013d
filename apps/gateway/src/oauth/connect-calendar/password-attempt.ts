import { z } from 'zod';

const text = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[^\p{Cc}]*$/u);

/** What may be typed into the form for a CalDAV account; the same bounds as the admin API's. */
export const passwordAttempt = z.object({ url: text(2048), username: text(320), password: text(1024) });

const icloud = 'caldav.icloud.com';

/** Whose password is tried: the host and the user name, however they are written. */
export function triedAt({ url, username }: { url: string; username: string }): string {
  const host = url === '' ? icloud : new URL(url).hostname;
  return `${host} ${username.toLowerCase()}`;
}
