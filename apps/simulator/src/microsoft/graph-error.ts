import type { Answer } from '../http/routing.js';

/** An error in the format of Microsoft Graph. */
export class GraphError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(message);
  }

  answer(): Answer {
    const { status, code, message, headers } = this;
    return { status, body: { error: { code, message, innerError: { 'request-id': 'simulator' } } }, headers };
  }
}

export const itemNotFound = () =>
  new GraphError(404, 'ErrorItemNotFound', 'The specified object was not found in the store.');
export const invalidRequest = (message: string) => new GraphError(400, 'ErrorInvalidRequest', message);
export const invalidParameter = (message: string) => new GraphError(400, 'ErrorInvalidParameter', message);
export const bodyRead = (message: string) => new GraphError(400, 'RequestBodyRead', message);
export const accessDenied = () =>
  new GraphError(403, 'ErrorAccessDenied', 'Access is denied. Check credentials and try again.');
export const conflict = () =>
  new GraphError(412, 'ErrorIrresolvableConflict', 'The send or update operation could not be performed.');
export const throttled = () =>
  new GraphError(429, 'ApplicationThrottled', 'Application is over its MailboxConcurrency limit.', {
    'retry-after': '1',
  });
export const noMailbox = () =>
  new GraphError(
    404,
    'MailboxNotEnabledForRESTAPI',
    'The mailbox is either inactive, soft-deleted, or is hosted on-premise.',
  );
