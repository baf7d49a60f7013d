import createClient, { type Middleware } from 'openapi-fetch';
import type { components, paths } from './generated/api.js';

export type Schemas = components['schemas'];
export type Account = Schemas['AccountDetails'];
export type AccountSummary = Schemas['AccountSummary'];
export type Application = Schemas['Application'];

/** An answer that is no success, in words for who reads it. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

interface Problem {
  description?: string;
  errors?: Record<string, { description: string }[]>;
}

const wordsOf = ({ description, errors }: Problem, status: number): string => {
  const named = Object.values(errors ?? {}).flatMap((list) => list.map((one) => one.description));
  return named.length > 0 ? named.join('. ') : (description ?? `The server answered ${status}.`);
};

const refuse: Middleware = {
  async onResponse({ response }) {
    if (response.ok) return;
    const problem = (await response
      .clone()
      .json()
      .catch(() => ({}))) as Problem;
    throw new Refused(response.status, wordsOf(problem, response.status));
  },
};

/** The admin API of this server, with the cookie of the console. */
export const api = createClient<paths>({ baseUrl: window.location.origin, credentials: 'same-origin' });
api.use(refuse);

/** The body of an answer; refusals are thrown before. */
export async function read<Data>(answer: Promise<{ data?: Data | undefined }>): Promise<Data> {
  return (await answer).data as Data;
}
