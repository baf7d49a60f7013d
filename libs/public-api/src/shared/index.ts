export * from './endpoint.js';
export * from './errors.js';
export { httpUrl } from './fields.js';
