import { consentProviderId } from '@kalends/contracts';
import { z } from 'zod';
import { tooLarge, unsupportedType } from '../shared/errors.js';

export const htmlPage = (description: string) => ({ description, contentType: 'text/html', schema: z.string() });

export const redirectToApplication = {
  description: 'Back to the application with code and state, or with an error (RFC 6749 §4.1.2)',
  headers: { Location: 'The redirect_uri with its response parameters' },
};

export const journeyResponses = {
  200: htmlPage('The next page, or the same one with an error message'),
  302: redirectToApplication,
  303: redirectToApplication,
  400: htmlPage('The journey is unknown, finished, or from another browser'),
  409: htmlPage('Meanwhile the calendar was connected to another account of the application'),
  413: tooLarge,
  415: unsupportedType,
  422: htmlPage('The input is invalid; the page explains why'),
  429: htmlPage('Too many wrong passwords, or new accounts, from this address; see Retry-After'),
};

export const journeyForm = ['application/x-www-form-urlencoded'] as const;

export const nextPage = {
  200: htmlPage('The page'),
  400: htmlPage('The journey is unknown, finished, or from another browser'),
};

export const consentProvider = consentProviderId.describe('Where the user signs in.');
