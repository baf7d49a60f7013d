import kafkajs, { type Cluster } from 'kafkajs';
import { expect, it } from 'vitest';
import { stickyAssigner } from './sticky-assigner.js';

const { MemberAssignment, MemberMetadata } = kafkajs.AssignerProtocol;
const cluster = {
  findTopicPartitionMetadata: () => [0, 1].map((partitionId) => ({ partitionId })),
} as unknown as Cluster;

it.each(['null', '7', '{"state":3}', '{"state":["0"]}', 'no JSON'])(
  'given a member that claims %s, when partitions are assigned, then it counts as one that has none',
  async (claim) => {
    const assigner = stickyAssigner(() => ({}))({ cluster } as never);
    const memberMetadata = MemberMetadata.encode({ version: 0, topics: ['state'], userData: Buffer.from(claim) });
    const members = ['a', 'b'].map((memberId) => ({ memberId, memberMetadata }));
    const assigned = await assigner.assign({ members, topics: ['state'] });
    const owned = assigned.map(
      ({ memberAssignment }) => MemberAssignment.decode(memberAssignment)!.assignment['state'],
    );
    expect(owned).toEqual([[0], [1]]);
  },
);
