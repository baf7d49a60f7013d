import { Refusal } from '../http/refusals.js';

/** A refusal of the API in words; null: the error is none, or one that passes (5xx). */
export function refusalText(error: unknown): string | null {
  if (!(error instanceof Refusal) || error.getStatus() >= 500) return null;
  const body = error.getResponse() as { description?: string; errors?: Record<string, { description: string }[]> };
  const [first] = Object.values(body.errors ?? {}).flat();
  return first?.description ?? body.description ?? 'The calendar refused it.';
}
