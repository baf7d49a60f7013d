export * from './after-write.js';
