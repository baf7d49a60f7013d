import { forbidden, notFound } from '../http/refusals.js';
import type { WriteRefusal } from './accept-write.js';

/** Says a refused write in HTTP: 404 for what the caller cannot see, 403 for what it cannot change. */
export function answerWrite(outcome: 'accepted' | WriteRefusal): void {
  if (outcome === 'unknown-calendar') throw notFound('calendar');
  if (outcome === 'read-only-calendar') throw forbidden('The calendar is read-only.');
}
