/** What we use of kafkajs 2.2.4 that it does not export: where a produce request is made, and its checksum. */
declare module 'kafkajs/src/protocol/requests/produce/index.js' {
  import type { Message } from 'kafkajs';

  export interface ProduceCall {
    readonly acks: number;
    readonly timeout: number;
    readonly compression?: number;
    readonly transactionalId?: string | null;
    readonly producerId?: number;
    readonly producerEpoch?: number;
    readonly topicData: readonly {
      readonly topic: string;
      readonly partitions: readonly {
        readonly partition: number | string;
        readonly firstSequence?: number;
        readonly messages: readonly Message[];
      }[];
    }[];
  }

  export interface Request {
    readonly apiVersion: number;
    readonly encode: () => Promise<{ readonly buffer: Buffer; size(): number }>;
  }

  export type Protocol = (call: ProduceCall) => { readonly request: Request; readonly response: unknown };

  const produce: {
    readonly versions: readonly string[];
    protocol: (wanted: { readonly version: number }) => Protocol;
  };
  export default produce;
}

declare module 'kafkajs/src/protocol/requests/produce/v7/request.js' {
  import type { ProduceCall, Request } from 'kafkajs/src/protocol/requests/produce/index.js';

  const request: (call: ProduceCall) => Request;
  export default request;
}

declare module 'kafkajs/src/protocol/recordBatch/crc32C/index.js' {
  const crc32C: (bytes: Buffer) => number;
  export default crc32C;
}
