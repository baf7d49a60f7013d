export * from './list-audit.js';
