import kafkajs, { type PartitionAssigner } from 'kafkajs';

const { AssignerProtocol } = kafkajs;

/** An assigner for a group of one member that consumes a single partition of its topic and ignores the others. */
export const onlyPartition =
  (topic: string, partition: number): PartitionAssigner =>
  () => ({
    name: 'kalends-own-partition',
    version: 1,
    protocol: ({ topics }) => ({
      name: 'kalends-own-partition',
      metadata: AssignerProtocol.MemberMetadata.encode({ version: 1, topics, userData: Buffer.alloc(0) }),
    }),
    assign: async ({ members }) =>
      members.map(({ memberId }, index) => ({
        memberId,
        memberAssignment: AssignerProtocol.MemberAssignment.encode({
          version: 1,
          assignment: { [topic]: index === 0 ? [partition] : [] },
          userData: Buffer.alloc(0),
        }),
      })),
  });
