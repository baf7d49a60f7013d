import { SealError, type Sealer } from '@kalends/security';

/** `associated`: what it is for and whose; nothing else opens it. */
export const sealState = (sealer: Sealer, state: object, associated: string): string =>
  sealer.seal(JSON.stringify(state), associated);

/** What was sealed; null for anything else that somebody sent. */
export function openState<State>(sealer: Sealer, sealed: unknown, associated: string): State | null {
  if (typeof sealed !== 'string') return null;
  try {
    return JSON.parse(sealer.open(sealed, associated)) as State;
  } catch (error) {
    if (error instanceof SealError) return null;
    throw error;
  }
}
