export * from './create-element-token.js';
