import { randomToken } from '@kalends/service';
import type { FastifyReply, FastifyRequest } from 'fastify';

const name = 'kalends_browser';
const year = 365 * 86_400;
const shape = /^[A-Za-z0-9_-]{32}$/;

type WithCookies = { cookies?: Record<string, string | undefined> };
type SetsCookies = { setCookie(name: string, value: string, options: object): unknown };

/** The browser's id from its cookie; null when it has none. */
export function browserOf(request: FastifyRequest): string | null {
  const value = (request as unknown as WithCookies).cookies?.[name];
  return value && shape.test(value) ? value : null;
}

/** The browser's id, given to it now if it has none. Not readable by scripts, not sent by other sites' posts. */
export function knowBrowser(request: FastifyRequest, reply: FastifyReply, publicUrl: string): string {
  const id = browserOf(request) ?? randomToken(32);
  (reply as unknown as SetsCookies).setCookie(name, id, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: publicUrl.startsWith('https:'),
    maxAge: year,
  });
  return id;
}
