import { EgressRefused, guardedRequest, signCallback, type Egress, type GuardedAnswer } from '@kalends/security';
import type { AttemptResult } from './decide.js';

const maxAnswerBytes = 65_536;
const keptBytes = 1_024;

interface Outgoing {
  callbackId: string;
  url: string;
  body: string;
  /** The application's live client secrets. */
  secrets: readonly string[];
}

interface SendOptions {
  egress: Pick<Egress, 'dispatcher'>;
  /** Aborts the attempt, including name resolution, connection and the whole response. */
  signal: AbortSignal;
  /** Epoch ms of now. */
  now: number;
}

/** Readable text of a response's beginning: no split characters, no NUL, which PostgreSQL does not accept. */
const beginningOf = (body: Buffer): string =>
  body
    .subarray(0, keptBytes)
    .toString('utf8')
    .replace(/\uFFFD{1,3}$/u, '')
    .replaceAll('\u0000', '\uFFFD');

/** RFC 9110 §10.2.3: seconds, or an HTTP date. */
function retryAfterOf({ headers }: GuardedAnswer, now: number): number | null {
  const value = [headers['retry-after']].flat()[0]?.trim();
  if (!value) return null;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const until = new Date(value).getTime() - now;
  return Number.isFinite(until) && until > 0 ? until : null;
}

function explain(error: unknown): string {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (current instanceof EgressRefused) return `${current.reason}: ${current.message}`;
    if (current.name === 'TimeoutError') return 'timeout: no complete answer in time';
  }
  const { code, message } = error as Error & { code?: string };
  return code ? `${code}: ${message}` : message;
}

const refusalOf = (status: number): string | null => {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'redirect: redirects are not followed' : `status: ${status} is no success`;
};

/** One attempt: signed, guarded, with a deadline. Never rejects for errors of the receiver or the network. */
export async function sendCallback(outgoing: Outgoing, options: SendOptions): Promise<AttemptResult> {
  const { callbackId, url, body, secrets } = outgoing;
  const { egress, signal, now } = options;
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Kalends',
    ...signCallback(secrets, { id: callbackId, body }, now),
  };
  const begun = performance.now();
  const took = () => Math.round(performance.now() - begun);
  try {
    const request = { url: new URL(url), method: 'POST', headers, body, signal };
    const answer = await guardedRequest(egress.dispatcher, {
      ...request,
      maxBodyBytes: maxAnswerBytes,
      beyond: 'cut',
    });
    const common = { at: now, durationMs: took(), statusCode: answer.status, answer: beginningOf(answer.body) };
    return { ...common, error: refusalOf(answer.status), retryAfterMs: retryAfterOf(answer, now) };
  } catch (error) {
    const failed = { statusCode: null, retryAfterMs: null, answer: '' };
    return { at: now, durationMs: took(), ...failed, error: explain(error) };
  }
}
