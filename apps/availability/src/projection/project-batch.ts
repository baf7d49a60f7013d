import type { CalendarStateRecord } from '@kalends/contracts';
import { applyByAccount } from '@kalends/messaging';
import type { Pool } from 'pg';
import { applyState } from './apply-state.js';

/** Applies state records in the order of their arrival: one transaction per account. */
export const projectBatch = (pool: Pool, batch: readonly { body: CalendarStateRecord }[]): Promise<void> =>
  applyByAccount(pool, batch, applyState);
