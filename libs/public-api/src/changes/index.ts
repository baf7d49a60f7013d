export * from './list-changes.js';
