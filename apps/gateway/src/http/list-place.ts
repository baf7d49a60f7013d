import { invalidField } from './refusals.js';

/** A place in a list of the admin API whose order is when an entry was created, then its id. */
export interface ListPlace {
  /** UTC, with milliseconds. */
  createdAt: string;
  id: string;
}

/** The `next_after` of a page whose last entry is this one. */
export const listCursorOf = ({ createdAt, id }: ListPlace) => Buffer.from(`${createdAt} ${id}`).toString('base64url');

/** Throws a 422 for anything that {@link listCursorOf} did not make. */
export function listPlaceOf(after: string): ListPlace {
  const [, createdAt, id] =
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) (\S+)$/.exec(Buffer.from(after, 'base64url').toString()) ?? [];
  if (!createdAt || !id) throw invalidField('after', 'cursor_invalid', 'after is not a next_after of this list');
  return { createdAt, id };
}
