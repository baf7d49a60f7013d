import { SealError, type Sealer } from '@kalends/security';

/** `associated`: purpose and owner; it opens only with the same. */
export const sealState = (sealer: Sealer, state: object, associated: string): string =>
  sealer.seal(JSON.stringify(state), associated);

/** The sealed state; null for any other input. */
export function openState<State>(sealer: Sealer, sealed: unknown, associated: string): State | null {
  if (typeof sealed !== 'string') return null;
  try {
    return JSON.parse(sealer.open(sealed, associated)) as State;
  } catch (error) {
    if (error instanceof SealError) return null;
    throw error;
  }
}
