import kafkajs, { type PartitionAssigner } from 'kafkajs';
import { z } from 'zod';
import { assignPartitions, type Partitions } from './assign-partitions.js';

const { MemberAssignment, MemberMetadata } = kafkajs.AssignerProtocol;
const version = 0;

const claim = z.record(z.string(), z.array(z.number()));

/** What a member wrote about itself when it joined; nothing, if it has had no partitions, or if that cannot be read. */
function ownedOf(userData: Buffer): Partitions {
  try {
    return claim.parse(JSON.parse(userData.toString()));
  } catch {
    return {};
  }
}

/**
 * Assigns partitions by {@link assignPartitions}. `owned` returns those that this member has now. kafkajs' own assigner
 * deals all of them again whenever a replica starts or stops.
 */
export const stickyAssigner =
  (owned: () => Partitions): PartitionAssigner =>
  ({ cluster }) => ({
    name: 'KalendsSticky',
    version,
    async assign({ members, topics }) {
      const partitionsOf = (topic: string) =>
        cluster.findTopicPartitionMetadata(topic).map(({ partitionId }) => partitionId);
      const all = Object.fromEntries(topics.map((topic) => [topic, partitionsOf(topic)]));
      const group = members.map(({ memberId, memberMetadata }) => ({
        id: memberId,
        owned: ownedOf(MemberMetadata.decode(memberMetadata)?.userData ?? Buffer.alloc(0)),
      }));
      return [...assignPartitions(group, all)].map(([memberId, assignment]) => ({
        memberId,
        memberAssignment: MemberAssignment.encode({ version, assignment, userData: Buffer.alloc(0) }),
      }));
    },
    protocol({ topics }) {
      const userData = Buffer.from(JSON.stringify(owned()));
      return { name: 'KalendsSticky', metadata: MemberMetadata.encode({ version, topics, userData }) };
    },
  });
