import { json, type Answer } from '../../http/routing.js';
import type { MicrosoftStore } from '../store.js';

/** Numbers by the OAuth error that Entra answers them with. */
const numbers = new Map(
  Object.entries<readonly number[]>({
    invalid_grant: [70000, 70008, 700082, 70043, 50173, 65001, 50057, 50055, 54005, 501481],
    interaction_required: [50076, 50079, 50074, 50072, 53000, 53001, 53002, 53003],
    access_denied: [65004, 90094, 900941],
    unauthorized_client: [700016],
    invalid_client: [7000215, 7000222],
    invalid_request: [50011, 50194, 90002, 900144],
    invalid_scope: [70011],
    unsupported_grant_type: [70003],
    temporarily_unavailable: [90033],
  }),
);

/** The OAuth error of an AADSTS number; `invalid_request` if the number is unknown. */
export const errorOf = (number: number): string =>
  [...numbers.keys()].find((error) => numbers.get(error)!.includes(number)) ?? 'invalid_request';

/** An error of the token endpoint, as JSON: 401 for a bad client, else 400. */
export function aadsts(store: MicrosoftStore, number: number, text: string): Answer {
  const error = errorOf(number);
  const [trace_id, correlation_id] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];
  const timestamp = store.clock.iso().replace('T', ' ').replace(/\.\d+/, '');
  const error_description = `AADSTS${number}: ${text} Trace ID: ${trace_id} Correlation ID: ${correlation_id} Timestamp: ${timestamp}`;
  const body = { error, error_description, error_codes: [number], timestamp, trace_id, correlation_id };
  const status = error === 'invalid_client' ? 401 : error === 'temporarily_unavailable' ? 503 : 400;
  return json({ ...body, error_uri: `https://login.microsoftonline.com/error?code=${number}` }, status);
}
