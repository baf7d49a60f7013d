import { randomToken } from '@kalends/security';
import type { FastifyReply, FastifyRequest } from 'fastify';

const year = 365 * 86_400;
const shape = /^[A-Za-z0-9_-]{32}$/;

type WithCookies = { cookies?: Record<string, string | undefined> };
type SetsCookies = { setCookie(name: string, value: string, options: object): unknown };

/** `__Host-` over https: no other host, not even a subdomain, can have set it. */
const nameOf = (publicUrl: string) => `${publicUrl.startsWith('https:') ? '__Host-' : ''}kalends_browser`;

/** The browser's id from its cookie; null when it has none. */
export function browserOf(request: FastifyRequest, publicUrl: string): string | null {
  const value = (request as unknown as WithCookies).cookies?.[nameOf(publicUrl)];
  return value && shape.test(value) ? value : null;
}

export const newBrowserId = (): string => randomToken(32);

const optionsFor = (publicUrl: string) => ({
  path: '/',
  httpOnly: true,
  sameSite: 'lax',
  secure: publicUrl.startsWith('https:'),
});

/** Sets the browser's id. Not readable by scripts, not sent with other sites' posts. */
export function setBrowserId(reply: FastifyReply, id: string, publicUrl: string): void {
  (reply as unknown as SetsCookies).setCookie(nameOf(publicUrl), id, { ...optionsFor(publicUrl), maxAge: year });
}

/** Where a browser keeps the ids that it had before, sealed: they open nothing, and only explain what is over. */
const formerNameOf = (publicUrl: string) => `${nameOf(publicUrl)}_before`;

/** As long as a journey takes at most. */
const formerSeconds = 30 * 60;

export const formerIdsOf = (request: FastifyRequest, publicUrl: string): string | null =>
  (request as unknown as WithCookies).cookies?.[formerNameOf(publicUrl)] ?? null;

export function setFormerIds(reply: FastifyReply, sealed: string, publicUrl: string): void {
  (reply as unknown as SetsCookies).setCookie(formerNameOf(publicUrl), sealed, {
    ...optionsFor(publicUrl),
    maxAge: formerSeconds,
  });
}

/** The browser's id, set now if it has none. */
export function ensureBrowserId(request: FastifyRequest, reply: FastifyReply, publicUrl: string): string {
  const id = browserOf(request, publicUrl) ?? newBrowserId();
  setBrowserId(reply, id, publicUrl);
  return id;
}
