import type { MicrosoftUser } from '../model.js';

/** A user's id in Graph: the object id, or the shorter one of a personal account. */
export const graphIdOf = ({ kind, oid }: MicrosoftUser): string =>
  kind === 'personal' ? oid.slice(-16).replaceAll('-', '0') : oid;
