export type { Period } from './period.js';
