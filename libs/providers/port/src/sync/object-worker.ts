import { parentPort } from 'node:worker_threads';
import type { JobMessage } from '@kalends/service-runtime';
import type { ObjectsJob, ReadObject } from './object-reader.js';
import { readObject } from './read-object.js';

/** The program of the thread that parses calendar objects. */
const port = parentPort!;
const post = (message: JobMessage<ReadObject[]>) => port.postMessage(message);

port.on('message', ({ texts }: ObjectsJob) => post({ output: texts.map(readObject) }));
post({ ready: true });
