export * from './endpoint.js';
export * from './errors.js';
export { instantMs, httpUrl } from './fields.js';
