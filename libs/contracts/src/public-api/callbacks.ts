import { z } from 'zod';
import { callbackStatus } from '../notifier/callback-query.js';
import { endpoint, type Endpoint } from './endpoint.js';
import {
  bodyErrors,
  forbidden,
  keyed,
  notFound,
  timedOut,
  unauthorized,
  unavailable,
  unprocessable,
} from './errors.js';
import { httpUrl } from './fields.js';

/** Something that the application was told, or is to be told; instants are UTC ISO 8601. */
export const callbackShape = z
  .object({
    callback_id: z.string().meta({ description: 'The webhook-id of every attempt' }),
    type: z.string(),
    smart_invite_id: z.string().optional(),
    channel_id: z.string().optional().meta({ description: "Of a push channel's notification" }),
    url: z.string(),
    status: callbackStatus,
    created_at: z.string(),
    next_attempt_at: z.string().nullable(),
    attempts: z
      .array(
        z.object({
          at: z.string(),
          status_code: z.number().int().nullable(),
          error: z.string().nullable(),
          duration_ms: z.number().int(),
          answer: z.string().meta({ description: 'The first kilobyte of the answer' }),
        }),
      )
      .meta({ description: 'The newest ten, oldest first' }),
  })
  .meta({ id: 'Callback' });

export const callbacksPage = z
  .object({
    pages: z.object({ current: z.number(), total: z.number(), next_page: z.string().optional() }),
    callbacks: z.array(callbackShape),
  })
  .meta({ id: 'CallbacksPage' });

export const callbackEndpoints = z
  .object({
    callback_endpoints: z.array(
      z.object({
        url: z.string(),
        status: z.enum(['failing', 'disabled']),
        reason: z.enum(['gone', 'failing']).nullable().meta({
          description: 'Why it is disabled: gone (it answered 410) or failing (for five days without a success)',
        }),
        failing_since: z.string().nullable(),
        disabled_at: z.string().nullable(),
        waiting: z.number().int().meta({ description: 'Callbacks that wait for it' }),
      }),
    ),
  })
  .meta({ id: 'CallbackEndpoints' });

export const listCallbacksQuery = z.object({
  smart_invite_id: z.string({ error: keyed('must_be_string', 'smart_invite_id must be a string') }).optional(),
  status: z
    .enum(callbackStatus.options, {
      error: keyed('not_recognized', `status is one of ${callbackStatus.options.join(', ')}`),
    })
    .optional(),
});
export type ListCallbacksQuery = z.output<typeof listCallbacksQuery>;

export const enableEndpointBody = z.object({ url: httpUrl('url') }).meta({ id: 'CallbackEndpointName' });

interface Face {
  prefix: string;
  credential: 'api-key' | 'admin-key';
  /** Of the operations. */
  suffix: string;
  tag: Endpoint['tag'];
  params: z.ZodObject;
}

const asked = { 401: unauthorized, 403: forbidden, 503: unavailable, 504: timedOut };

/** The same calls for the application (its API key) and for the operator (admin key, the application in the path). */
function faceOf({ prefix, credential, suffix, tag, params }: Face) {
  const common = { credential, tag } as const;
  const page = { 200: { description: 'A page of callbacks', schema: callbacksPage }, ...asked };
  return {
    list: endpoint({
      ...common,
      method: 'get',
      path: `${prefix}/callbacks`,
      operation: `listCallbacks${suffix}`,
      summary: 'How callbacks went, newest first, thirty a page',
      params,
      query: listCallbacksQuery,
      responses: { ...page, 404: notFound, 422: unprocessable },
    }),
    nextPage: endpoint({
      ...common,
      method: 'get',
      path: `${prefix}/callbacks/pages/{cursor}`,
      operation: `listCallbacksNextPage${suffix}`,
      summary: 'Read the page that pages.next_page named',
      params: params.extend({ cursor: z.string() }),
      responses: { ...page, 404: notFound },
    }),
    replay: endpoint({
      ...common,
      method: 'post',
      path: `${prefix}/callbacks/{callback_id}/replay`,
      operation: `replayCallback${suffix}`,
      summary: 'Send a callback again under the same webhook-id',
      params: params.extend({ callback_id: z.string() }),
      responses: {
        202: { description: 'It is sent again; where its endpoint is disabled, once that is enabled. Empty body.' },
        ...asked,
        404: notFound,
      },
    }),
    endpoints: endpoint({
      ...common,
      method: 'get',
      path: `${prefix}/callback_endpoints`,
      operation: `listCallbackEndpoints${suffix}`,
      summary: 'The callback URLs that fail or are disabled',
      params,
      responses: { 200: { description: 'They', schema: callbackEndpoints }, ...asked, 404: notFound },
    }),
    enable: endpoint({
      ...common,
      method: 'post',
      path: `${prefix}/callback_endpoints/enable`,
      operation: `enableCallbackEndpoint${suffix}`,
      summary: 'Enable a disabled callback URL and send what waited for it',
      params,
      body: enableEndpointBody,
      responses: {
        202: { description: 'What waited, and what failed for good since it began to fail, is sent. Empty body.' },
        ...asked,
        404: notFound,
        ...bodyErrors,
      },
    }),
  };
}

const application = faceOf({
  prefix: '/v1',
  credential: 'api-key',
  suffix: '',
  tag: 'callbacks',
  params: z.object({}),
});
const operator = faceOf({
  prefix: '/admin/v1/applications/{client_id}',
  credential: 'admin-key',
  suffix: 'OfApplication',
  tag: 'admin',
  params: z.object({ client_id: z.string() }),
});

export const {
  list: listCallbacks,
  nextPage: listCallbacksNextPage,
  replay: replayCallback,
  endpoints: listCallbackEndpoints,
  enable: enableCallbackEndpoint,
} = application;
export const {
  list: listCallbacksOfApplication,
  nextPage: listCallbacksNextPageOfApplication,
  replay: replayCallbackOfApplication,
  endpoints: listCallbackEndpointsOfApplication,
  enable: enableCallbackEndpointOfApplication,
} = operator;
