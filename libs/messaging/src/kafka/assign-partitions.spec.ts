import { describe, expect, it } from 'vitest';
import { assignPartitions, type GroupMember, type Partitions } from './assign-partitions.js';
import { hash } from './partition.js';

const six = [0, 1, 2, 3, 4, 5];
const topics = { commands: six, notifications: six, state: six };
const partitionsIn = (owned: Partitions) =>
  Object.entries(owned).flatMap(([topic, list]) => list.map((one) => `${topic} ${one}`));
const groupOf = (assigned: Map<string, Partitions>): GroupMember[] =>
  [...assigned].map(([id, owned]) => ({ id, owned }));
const fresh = (id: string): GroupMember => ({ id, owned: {} });

describe('the assignment of partitions', () => {
  it.each([
    [1, 2],
    [2, 3],
    [3, 4],
    [4, 3],
    [3, 2],
    [2, 1],
  ])('given %i replicas, when there are %i, then all is assigned evenly, and only what must moves', (before, after) => {
    const ids = (count: number) => ['c', 'a', 'd', 'b'].slice(0, count);
    const first = assignPartitions(ids(before).map(fresh), topics);
    const remaining = groupOf(first).filter(({ id }) => ids(after).includes(id));
    const added = ids(after).filter((id) => !first.has(id));
    const second = assignPartitions([...remaining, ...added.map(fresh)], topics);
    expect([...second.values()].flatMap(partitionsIn).sort()).toEqual(partitionsIn(topics).sort());
    for (const topic of Object.keys(topics)) {
      const sizes = [...second.values()].map((owned) => owned[topic]?.length ?? 0);
      expect(Math.max(...sizes) - Math.min(...sizes), topic).toBeLessThanOrEqual(1);
      const moved = remaining.flatMap(({ id, owned }) =>
        (owned[topic] ?? []).filter((one) => !second.get(id)![topic]?.includes(one)),
      );
      const must = after > before ? Math.floor(six.length / after) : 0;
      expect(moved.length, `${topic}: moved from replicas that stay`).toBe(must);
    }
  });

  it('given two that claim the same partitions, when assigned, then each partition has one owner', () => {
    const assigned = assignPartitions([{ id: 'a', owned: topics }, { id: 'b', owned: topics }, fresh('c')], topics);
    const all = [...assigned.values()].flatMap(partitionsIn);
    expect([all.length, new Set(all).size]).toEqual([18, 18]);
  });

  it('given claims of what does not exist, when assigned, then they are ignored', () => {
    const assigned = assignPartitions([{ id: 'a', owned: { commands: [7], gone: [1] } }], { commands: six });
    expect(assigned).toEqual(new Map([['a', { commands: six }]]));
  });

  it('given 10,000 accounts, when two replicas share them, then each has half of them, to within 10 %', () => {
    const accounts = Array.from(
      { length: 10_000 },
      (_, n) => `acc_${hash(`account ${n}`).toString(36)}${n.toString(36)}`,
    );
    const assigned = assignPartitions([fresh('a'), fresh('b')], { commands: six });
    for (const { commands } of assigned.values() as Iterable<Record<string, number[]>>) {
      const share = accounts.filter((account) => commands!.includes(hash(account) % six.length)).length;
      expect(share).toBeGreaterThan(4_500);
      expect(share).toBeLessThan(5_500);
    }
  });
});
