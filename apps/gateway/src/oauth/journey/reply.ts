import type { FastifyReply } from 'fastify';
import { html } from '@kalends/design';
import { answerTo } from './authorization-request.js';
import { journeyPage } from './journey-page.js';
import type { Texts } from './texts/texts.js';

/** An error or a code for the application; null members are omitted (RFC 6749 §4.1.2). */
export type JourneyAnswer = Record<string, string | null>;

export function show(reply: FastifyReply, text: string, status = 200) {
  return reply.status(status).headers({ 'cache-control': 'no-store' }).type('text/html; charset=utf-8').send(text);
}

/**
 * The source expression of this address in a Content-Security-Policy: its origin, or only its scheme if the grammar has no
 * form for its host (IPv6, underscores: CSP Level 3 §2.3.1) or it has none.
 */
export const sourceOf = (address: string): string => {
  const { origin, protocol, hostname } = new URL(address);
  return origin !== 'null' && /^[a-z0-9.-]+$/i.test(hostname) ? origin : protocol;
};

/**
 * Allows the forms of the page to lead to these addresses as well: browsers apply `form-action` to the redirects that follow
 * a form (CSP Level 3 §6.4.1), which otherwise allows only this server.
 */
export function allowForms(reply: FastifyReply, ...addresses: string[]): FastifyReply {
  const policy = String(reply.getHeader('content-security-policy'));
  const sources = ["'self'", ...new Set(addresses.map(sourceOf))].join(' ');
  return reply.header('content-security-policy', policy.replace(/form-action [^;]*/, `form-action ${sources}`));
}

/** The fields of a posted form. */
export type Form = Record<string, unknown> | undefined;

/** A field's trimmed text; empty if there is none. */
export function field(form: Form, name: string): string {
  const value = form?.[name];
  return typeof value === 'string' ? value.trim() : '';
}

/** Redirects to another page of the journey. */
export const goTo = (reply: FastifyReply, location: string) =>
  reply.status(303).headers({ location, 'cache-control': 'no-store' }).send();

/** The characters that RFC 6749 §4.1.2.1 allows in a description. */
const plain = (text: string) => text.replaceAll('’', "'").replaceAll(/[^\x20\x21\x23-\x5B\x5D-\x7E]/g, '?');

/** Target of a redirect and its issuer, the public URL (RFC 9207). */
interface Redirection {
  redirectUri: string;
  issuer: string;
}

/** The application's address with an answer. */
export function answerAddress({ redirectUri, issuer }: Redirection, answer: JourneyAnswer): string {
  const { error_description: errorText = null } = answer;
  const described = errorText === null ? answer : { ...answer, error_description: plain(errorText) };
  return answerTo(redirectUri, { ...described, iss: issuer });
}

/** Redirects to the application with an answer. */
export function sendBack(reply: FastifyReply, redirection: Redirection, answer: JourneyAnswer) {
  const location = answerAddress(redirection, answer);
  return reply.status(302).headers({ location, 'cache-control': 'no-store' }).send();
}

/** For cases without a redirect: the user sees the error. `forDeveloper`: what is wrong with the request, in English. */
export const dangerPage = (t: Texts, description: string, forDeveloper: string | null = null): string =>
  journeyPage(
    { t, title: t.notPossible, brand: null },
    html`<h1>${t.linkBroken}</h1>
      <section>
        <p>${description}</p>
        <p class="dim">${t.goBack}</p>
        ${forDeveloper === null ? null : html`<p class="dim" lang="en"><code>${forDeveloper}</code></p>`}
      </section>`,
  );

export const lost = (reply: FastifyReply, t: Texts, description = t.stepLost) =>
  show(reply, dangerPage(t, description), 400);

/** Too many requests from this address: the user must wait this many seconds. */
export function tooMany(reply: FastifyReply, t: Texts, seconds: number) {
  void reply.header('retry-after', String(seconds));
  const content = html`<h1>${t.tooManyTitle}</h1>
    <section role="alert"><p>${t.tooManyRequests}</p></section>`;
  return show(reply, journeyPage({ t, title: t.tooManyTitle, brand: null }, content), 429);
}
