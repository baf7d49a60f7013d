import { z } from 'zod';

const text = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[^\p{Cc}]*$/u);

/** Bounds of the input in the form for a CalDAV account; the same as the admin API's. */
export const passwordAttempt = z.object({ url: text(2048), username: text(320), password: text(1024) });

/** An address as people enter it: without a scheme it is https. */
export function enteredAddress(text: string): string {
  if (text === '' || /^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return text;
  return text.startsWith('//') ? `https:${text}` : `https://${text}`;
}

const icloud = 'caldav.icloud.com';

/** Target of a password attempt: the normalised host and user name. */
export function triedAt({ url, username }: { url: string; username: string }): string {
  const host = url === '' ? icloud : new URL(url).hostname;
  return `${host} ${username.toLowerCase()}`;
}
