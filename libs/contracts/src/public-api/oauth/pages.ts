import { z } from 'zod';
import { tooLarge, unsupportedType } from '../shared/errors.js';

export const htmlPage = (description: string) => ({ description, contentType: 'text/html', schema: z.string() });

export const redirectToApplication = {
  description: 'Back to the application with code and state, or with an error (RFC 6749 §4.1.2)',
  headers: { Location: 'The redirect_uri with its answer' },
};

export const journeyResponses = {
  200: htmlPage('The next page, or the same one saying what was wrong'),
  302: redirectToApplication,
  303: redirectToApplication,
  400: htmlPage('The journey is unknown, over, or of another browser'),
  409: htmlPage('Meanwhile the calendar has come to belong to another account of the application'),
  413: tooLarge,
  415: unsupportedType,
  422: htmlPage('What was typed cannot be used; the page says why'),
  429: htmlPage('Too many wrong passwords, or new accounts, came from this address; Retry-After tells when'),
};

export const journeyForm = ['application/x-www-form-urlencoded'] as const;

export const nextPage = {
  200: htmlPage('The page'),
  400: htmlPage('The journey is unknown, over, or of another browser'),
};
