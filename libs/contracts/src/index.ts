export * from './messaging/topic.js';
