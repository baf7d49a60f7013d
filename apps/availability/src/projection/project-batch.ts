import type { CalendarStateRecord } from '@kalends/contracts';
import { weightOf } from '@kalends/icalendar';
import { applyByAccount } from '@kalends/messaging';
import type { Pool } from 'pg';
import { applyState } from './apply-state.js';

const weigh = (one: CalendarStateRecord): number => (one.kind === 'event' && !one.deleted ? weightOf(one.series) : 1);

/** Applies state records in the order of their arrival: transactions per account, of bounded weight. */
export const projectBatch = (pool: Pool, batch: readonly { body: CalendarStateRecord }[]): Promise<void> =>
  applyByAccount(pool, batch, applyState, weigh);
