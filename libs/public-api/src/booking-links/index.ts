export * from './create-booking-link.js';
export * from './decide-booking-page.js';
export * from './disable-booking-link.js';
export * from './find-booking-link.js';
export * from './read-booking-file.js';
export * from './read-booking-link.js';
export * from './show-booking-page.js';
