import type { CalendarStateRecord } from '@kalends/contracts';
import { weightOf } from '@kalends/icalendar';
import { applyByAccount, applyDelivered, type Delivered } from '@kalends/messaging';
import type { Pool } from 'pg';
import { applyState } from './apply-state.js';

const weigh = (one: CalendarStateRecord): number => (one.kind === 'event' && !one.deleted ? weightOf(one.series) : 1);

/** Applies state records in the order of their arrival, waiting for account locks, in transactions of bounded weight. */
export const projectBatch = (pool: Pool, batch: readonly { body: CalendarStateRecord }[]): Promise<void> =>
  applyByAccount(pool, batch, { apply: applyState, weigh });

/** The same for delivered records: an account that fails or is locked does not delay others. */
export const projectDelivered = (pool: Pool, batch: readonly Delivered<CalendarStateRecord>[]) =>
  applyDelivered(pool, batch, { apply: applyState, weigh });
