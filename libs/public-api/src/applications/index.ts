export * from './change-application.js';
export * from './create-application.js';
export * from './create-developer.js';
export * from './create-secret.js';
export * from './delete-application.js';
export * from './delete-secret.js';
export * from './list-applications.js';
export * from './serve-logo.js';
export { mostLogoBytes } from './branding-fields.js';
