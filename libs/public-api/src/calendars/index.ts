export * from './calendar-shape.js';
export * from './create-calendar.js';
export * from './list-accessible-calendars.js';
export * from './list-calendars.js';
export * from './list-resources.js';
export * from './open-application-calendar.js';
export * from './request-permissions.js';
