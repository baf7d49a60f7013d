export * from './discard-dead-letter.js';
export * from './list-dead-letters.js';
export * from './replay-dead-letter.js';
export * from './show-dead-letter.js';
