/** The plugin of rolldown that corrects kafkajs's queue of requests; throws when kafkajs has changed. */
export declare const correctKafkajs: {
  name: string;
  transform(code: string, id: string): { code: string; map: null } | undefined;
};
