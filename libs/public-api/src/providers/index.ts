export * from './check-provider.js';
export * from './list-providers.js';
