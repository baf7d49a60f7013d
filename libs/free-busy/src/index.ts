export type { Period } from './period.js';
export { busyPeriods, type BusyOptions, type BusyPeriod } from './busy-periods.js';
