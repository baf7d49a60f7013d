/** The records of one kind. */
export const byKind = <Body extends { kind: string }, Kind extends Body['kind']>(
  records: readonly Body[],
  kind: Kind,
): Extract<Body, { kind: Kind }>[] => records.filter((one): one is Extract<Body, { kind: Kind }> => one.kind === kind);

/** The newest record of each thing, by revision: a batch may contain a thing's whole history. */
export function newest<Body extends { revision: number }>(
  records: readonly Body[],
  keyOf: (one: Body) => string,
): Body[] {
  const newer = new Map<string, Body>();
  for (const one of records) if (one.revision >= (newer.get(keyOf(one))?.revision ?? -1)) newer.set(keyOf(one), one);
  return [...newer.values()];
}

interface CalendarRecord {
  kind: string;
  deleted: boolean;
  profile_id?: string;
  calendar_id?: string;
}

/**
 * A batch without the records that an erasure within it has overtaken: a deleted profile is erased with everything of its
 * calendars, so what precedes its record is not applied. `erased`: those profiles. `remaining`: in their order.
 */
export function withoutErased<Body extends CalendarRecord>(records: readonly Body[]) {
  type Profile = Extract<Body, { kind: 'profile' }> & { calendar_ids: readonly string[] };
  const erased: Profile[] = [];
  const remaining: Body[] = [];
  const gone = new Set<string | undefined>();
  for (const one of records.toReversed()) {
    if ((one.profile_id && gone.has(one.profile_id)) || (one.calendar_id && gone.has(one.calendar_id))) continue;
    if (one.kind !== 'profile' || !one.deleted) {
      remaining.push(one);
      continue;
    }
    erased.push(one as unknown as Profile);
    for (const id of [one.profile_id, ...(one as unknown as Profile).calendar_ids]) gone.add(id);
  }
  return { erased, remaining: remaining.reverse() };
}
