import { notFound } from '../shared/errors.js';
import { completedSequenceExample, sequenceLinkAnswer, sequenceLinkExample } from './sequence-link-shape.js';

/** What a read of a link for a sequence answers. */
export const foundSequence = {
  200: {
    description: 'The link',
    schema: sequenceLinkAnswer,
    example: { real_time_sequencing: completedSequenceExample },
    moreExamples: {
      disabled: {
        real_time_sequencing: { ...sequenceLinkExample, status: 'disabled', display_message: 'The day is off.' },
      },
    },
  },
  404: notFound,
};
