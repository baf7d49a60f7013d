import { AsyncLocalStorage } from 'node:async_hooks';

/** What each log line of a request has. */
export interface RequestFields {
  request_id: string;
}

const requests = new AsyncLocalStorage<RequestFields | undefined>();

/**
 * Runs work as part of a request: each line that it logs, also later and in promises, has these fields. Undefined: outside of
 * any request.
 */
export const withRequestFields = <T>(fields: RequestFields | undefined, work: () => T): T => requests.run(fields, work);

/** The fields of the request that is being answered; none outside of one. */
export const requestFields = (): Partial<RequestFields> => requests.getStore() ?? {};
