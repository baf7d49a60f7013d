import { forbidden, notFound, type Refusal } from '../../http/refusals.js';
import type { WriteRefusal } from './write.js';

/** A refused write in HTTP: 404 for what the caller cannot see, 403 for what it cannot change. */
export const refusalOfWrite = (refusal: WriteRefusal): Refusal =>
  refusal === 'unknown-calendar'
    ? notFound('calendar')
    : forbidden('The calendar is read-only: choose one whose calendar_readonly is false.');

/** Throws the refusal of a write that was not accepted. */
export function answerWrite(outcome: 'accepted' | WriteRefusal): void {
  if (outcome !== 'accepted') throw refusalOfWrite(outcome);
}
