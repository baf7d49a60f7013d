export * from './confirm-element-hold.js';
export * from './create-element-token.js';
export { elementBooking, type ElementBooking } from './element-booking.js';
export * from './place-element-hold.js';
export * from './release-element-hold.js';
