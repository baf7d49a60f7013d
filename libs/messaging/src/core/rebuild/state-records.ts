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
