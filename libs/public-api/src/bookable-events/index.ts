export { bookableEventsQuery } from './offered-bookable-events.js';
export * from './delete-registration.js';
export * from './read-bookable-event.js';
export * from './read-registrations-next-page.js';
export * from './upsert-bookable-event.js';
export * from './upsert-registration.js';
