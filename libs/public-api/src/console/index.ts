export * from './create-console-link.js';
export * from './finish-oidc-sign-in.js';
export * from './read-activity.js';
export * from './read-session.js';
export * from './read-status.js';
export * from './sign-in.js';
export * from './sign-out.js';
export * from './start-oidc-sign-in.js';
