import type { FastifyRequest } from 'fastify';

/** Why a request was refused: `code` is one of a closed set; `description` is for the developer. */
export interface NotedRefusal {
  code: string;
  description: string;
}

interface Body {
  error?: unknown;
  description?: unknown;
  error_description?: unknown;
  errors?: Record<string, { key: string; description: string }[]>;
}

const noted = new WeakMap<FastifyRequest, NotedRefusal>();

const codes = /^[a-z][a-z0-9_.-]{0,60}$/;

/** The code and words of a refusal's body; of several invalid fields, those of the first. */
export function refusalIn(body: unknown): NotedRefusal {
  const { error, errors, description, error_description } = (
    typeof body === 'object' && body !== null ? body : {}
  ) as Body;
  const [first] = Object.values(errors ?? {}).flat();
  const code = first?.key ?? error;
  return {
    code: typeof code === 'string' && codes.test(code) ? code : 'unknown',
    description: [first?.description, description, error_description].find((one) => typeof one === 'string') ?? '',
  };
}

/** Records why a request was refused, for the counts of its application. */
export const noteRefusal = (request: FastifyRequest, body: unknown): void => void noted.set(request, refusalIn(body));

/** Undefined: it was not refused by the filter of errors. */
export const refusalNoted = (request: FastifyRequest): NotedRefusal | undefined => noted.get(request);
