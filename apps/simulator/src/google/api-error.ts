import type { Answer } from '../http/routing.js';

/** An error in the format of Google's JSON APIs. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly reason: string,
    message: string,
    readonly headers: Record<string, string> = {},
    readonly domain = 'global',
    /** Members that only some errors have. */
    private readonly more: object = {},
  ) {
    super(message);
  }

  answer(): Answer {
    const { status: code, message, domain, reason, headers, more } = this;
    return {
      status: code,
      body: { error: { code, message, errors: [{ domain, reason, message }], ...more } },
      headers,
    };
  }
}

export const notFound = () => new ApiError(404, 'notFound', 'Not Found');
export const invalid = (message: string) => new ApiError(400, 'invalid', message);
export const rateLimitExceeded = () => new ApiError(403, 'rateLimitExceeded', 'Rate Limit Exceeded', {}, 'usageLimits');
