export * from './list-errors.js';
export * from './read-usage.js';
