export * from './topic.js';
