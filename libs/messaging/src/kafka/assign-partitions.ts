/** Partitions per topic. */
export type Partitions = Readonly<Record<string, readonly number[]>>;

/** A member of a group, and what it has had so far. */
export interface GroupMember {
  readonly id: string;
  readonly owned: Partitions;
}

interface Share {
  readonly id: string;
  kept: number[];
}

/**
 * Divides the partitions of each topic evenly, to within one. Each member keeps as many of its own as its share allows, so
 * only those move that must. Members with more of the other topics get less of the next. Every member of `members` is in
 * the result.
 */
export function assignPartitions(
  members: readonly GroupMember[],
  topics: Partitions,
): Map<string, Record<string, number[]>> {
  const sorted = [...members].sort((a, b) => (a.id < b.id ? -1 : 1));
  const result = new Map(sorted.map(({ id }) => [id, {} as Record<string, number[]>]));
  const totals = new Map(sorted.map(({ id }) => [id, 0]));
  for (const topic of Object.keys(topics).sort()) {
    const shares = ownShares(sorted, topic, topics[topic]!);
    shares.sort((a, b) => b.kept.length - a.kept.length || totals.get(a.id)! - totals.get(b.id)!);
    for (const { id, kept } of evenShares(shares, topics[topic]!)) {
      totals.set(id, totals.get(id)! + kept.length);
      if (kept.length > 0) result.get(id)![topic] = kept.sort((a, b) => a - b);
    }
  }
  return result;
}

/** What each has now; of two that claim the same partition, the first. */
function ownShares(members: readonly GroupMember[], topic: string, partitions: readonly number[]): Share[] {
  const free = new Set(partitions);
  return members.map(({ id, owned }) => ({ id, kept: (owned[topic] ?? []).filter((one) => free.delete(one)) }));
}

/** The first members have one partition more, if they cannot all have the same number. */
function evenShares(shares: readonly Share[], partitions: readonly number[]): readonly Share[] {
  const [least, more] = [Math.floor(partitions.length / shares.length), partitions.length % shares.length];
  const sizeOf = (index: number) => least + (index < more ? 1 : 0);
  shares.forEach((share, index) => (share.kept = share.kept.slice(0, sizeOf(index))));
  const kept = new Set(shares.flatMap((share) => share.kept));
  const free = partitions.filter((one) => !kept.has(one));
  shares.forEach((share, index) => share.kept.push(...free.splice(0, sizeOf(index) - share.kept.length)));
  return shares;
}
