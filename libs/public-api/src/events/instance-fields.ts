import { z } from 'zod';
import { keyed } from '../shared/errors.js';

/** What a write of a series applies to (EVT-46). */
export const applyTo = z
  .enum(['instance', 'following', 'series'], {
    error: keyed('not_recognized', 'apply_to must be instance, following or series'),
  })
  .describe(
    'What the write applies to, of a series: the instance whose event_uid is given, that one and all following ones, or the whole series. Default: series.',
  )
  .meta({ examples: ['instance'] });
