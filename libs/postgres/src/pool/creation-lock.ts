import type { QueryConfig } from 'pg';

/**
 * The statement that lets one transaction at a time create `what` of each of these owners, until it ends. A statement that is
 * sent after it counts exactly how many there are, however many are created at once.
 */
export const creationLock = (what: string, ...owners: string[]): QueryConfig => ({
  name: 'lock-creation',
  text: `SELECT pg_advisory_xact_lock(hashtextextended($1 || ' ' || owner, 17))::text FROM unnest($2::text[]) AS owner`,
  values: [what, [...new Set(owners)].sort()],
});
