import { signCallback } from '@kalends/security';
import { now } from '../clock.js';

interface Outgoing {
  /** Its `webhook-id`. */
  id: string;
  body: string;
}

interface Target {
  url: string;
  clientSecret: string;
  /** Ends the attempt. */
  signal: AbortSignal;
}

/** `status`: of the answer; `reason`: why there was none. */
export type Forwarded = { answered: true; status: number; durationMs: number } | { answered: false; reason: string };

const deadlineMs = 30_000;

/** One attempt, with the headers that Kalends itself sends. */
export async function forward({ id, body }: Outgoing, { url, clientSecret, signal }: Target): Promise<Forwarded> {
  const begun = performance.now();
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]),
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Kalends',
        ...signCallback([clientSecret], { id, body }, now()),
      },
      body,
    });
    await response.body?.cancel();
    return { answered: true, status: response.status, durationMs: Math.round(performance.now() - begun) };
  } catch (error) {
    const { message, cause } = error as Error & { cause?: { code?: string; message?: string } };
    return { answered: false, reason: cause?.code ?? cause?.message ?? message };
  }
}
