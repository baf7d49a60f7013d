export * from './asyncapi.js';
export * from './live.js';
export * from './openapi.js';
export * from './ready.js';
export * from './receive-google-notification.js';
export * from './receive-microsoft-notification.js';
