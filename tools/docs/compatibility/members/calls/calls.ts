import type { CallCase } from '../verdict.js';
import { writeEvents } from './write-events.js';

/** How the members of each offered call are tried. */
export const calls: Record<string, CallCase> = { ...writeEvents };
