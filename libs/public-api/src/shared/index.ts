export * from './endpoint.js';
export * from './errors.js';
export * from './list-fields.js';
export { httpUrl } from './fields.js';
