import { z } from 'zod';
import { filled } from '../shared/fields.js';
import { withZones } from '../shared/written-time.js';
import { applyTo } from './instance-fields.js';
import { transparencyRefusal } from './transparency-fields.js';
import { writtenFields } from './written-event.js';

const { event_id, summary, start, end, recurrence, ...optional } = writtenFields;

/** A change of one instance of a series, or of it and all following ones: only what it names. */
export const editInstanceBody = withZones(
  z.object({
    event_id: event_id
      .optional()
      .describe(
        "The application's own id of the series; needed if the application created it. At most 1,024 characters.",
      ),
    event_uid: filled('event_uid', 1024).describe(
      'The event_uid of the instance, of GET /v1/events. At most 1,024 characters.',
    ),
    apply_to: applyTo,
    ...optional,
    summary: summary.optional().describe('The title. At most 1,024 characters. Default: as it is.'),
    start: start.optional().describe('First moment, in the form that the series has. Default: as it is.'),
    end: end.optional().describe('First moment after the instance, in the form of its start. Default: as it is.'),
    recurrence: recurrence
      .nullish()
      .describe(
        'How the instance and all following ones repeat from now on, together with start and end; null: only the instance remains of them. Not with one instance. Default: as it is.',
      ),
  }),
)
  .superRefine((value, context) => {
    const message = transparencyRefusal(value);
    if (message) context.addIssue({ code: 'custom', path: ['extended_transparency'], message });
  })
  .meta({ id: 'InstanceWrite' });

export type EditInstanceBody = z.output<typeof editInstanceBody>;
