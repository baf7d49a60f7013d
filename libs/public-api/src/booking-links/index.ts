export * from './create-booking-link.js';
export * from './disable-booking-link.js';
export * from './find-booking-link.js';
export * from './read-booking-link.js';
