export * from './messaging/topic.js';
export * from './topics.js';
export * from './calendar-sync/event-series.js';
export * from './calendar-sync/calendar-state.js';
export * from './gateway/event-change.js';
export * from './gateway/calendar-command.js';
export * from './gateway/connect-profile.js';
export * from './public-api/index.js';
