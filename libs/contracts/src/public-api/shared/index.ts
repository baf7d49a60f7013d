export * from './endpoint.js';
export * from './errors.js';
export { callbackHeaders } from './webhook.js';
export { httpUrl } from './fields.js';
