export * from './endpoint.js';
export * from './errors.js';
export * from './identity.js';
export * from './read-events.js';
export * from './upsert-event.js';
export * from './oauth.js';
export * from './admin.js';
export * from './openapi.js';
export { instantMs } from './fields.js';
