import { z } from 'zod';
import { filled } from '../shared/fields.js';
import { withZones } from '../shared/written-time.js';
import { applyTo } from './instance-fields.js';
import { transparencyRefusal } from './transparency-fields.js';
import { writtenFields } from './written-event.js';

/** The id of an event that the application did not create. */
export const externalEventUid = filled('event_uid', 1024).describe(
  'The event_uid of an event that the application did not create, of GET /v1/events; event_id goes before it. At most 1,024 characters.',
);

const { event_id: _, summary, start, end, ...optional } = writtenFields;

/**
 * A change of an event that the application did not create: only what it names. Its times are checked against those of
 * the event.
 */
export const editExternalEventBody = withZones(
  z.object({
    event_uid: externalEventUid,
    apply_to: applyTo.nullish(),
    ...optional,
    summary: summary.optional().describe('The title. At most 1,024 characters. Default: as it is.'),
    start: start.optional().describe('First moment, in the form that the event has. Default: as it is.'),
    end: end.optional().describe('First moment after the event, in the form of its start. Default: as it is.'),
  }),
)
  .superRefine((value, context) => {
    const message = transparencyRefusal(value);
    if (message) context.addIssue({ code: 'custom', path: ['extended_transparency'], message });
  })
  .meta({ id: 'ExternalEventWrite' });

export type EditExternalEventBody = z.output<typeof editExternalEventBody>;
