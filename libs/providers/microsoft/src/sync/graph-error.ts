import { z } from 'zod';
import { ProviderError, refusalIn, retryAfterIn } from '@kalends/provider-port/sync';

const errorBody = z.object({ error: z.object({ code: z.string(), message: z.string().nullish() }) });

/** The status of an answer, and its error's code and message, if it has any. */
export interface GraphFailure {
  status: number;
  code: string;
  message: string;
}

export function failureOf(status: number, body: unknown): GraphFailure {
  const { code = '', message = '' } = errorBody.safeParse(body).data?.error ?? {};
  return { status, code: code.slice(0, 100), message: (message ?? '').slice(0, 300) };
}

const mailboxFull = () => new ProviderError('refused', 'The mailbox is full.', { refusal: 'storage_full' });

const isBusy = (status: number) => status === 408 || status === 429 || status === 509 || status >= 500;

/**
 * What an error of Graph means (graph/errors, graph/throttling). A mailbox without REST (on premises, inactive,
 * unlicensed) is no calendar server; nothing of it is deleted.
 */
export function graphError(
  { status, code, message }: GraphFailure,
  headers: { get(name: string): string | null },
): ProviderError {
  const summary = `Microsoft answered ${status} ${code}`.trim();
  if (status === 507) return mailboxFull();
  if (isBusy(status)) return new ProviderError('unavailable', `${summary}.`, retryAfterIn(headers));
  if (status === 401) {
    return new ProviderError('authentication-failed', 'Microsoft no longer accepts the access that the user granted.');
  }
  if (code === 'MailboxNotEnabledForRESTAPI') {
    const why = 'it is inactive, has no licence, or is on a server of the organization';
    return new ProviderError('not-a-provider', `Microsoft does not serve this mailbox: ${why}.`);
  }
  if (code === 'ErrorQuotaExceeded') return mailboxFull();
  if (status >= 300 && status < 400) return new ProviderError('not-a-provider', `${summary}.`);
  return new ProviderError('refused', `${summary}: ${message}`.slice(0, 300), refusalIn(status));
}

/**
 * Whether an answer is about our client, of one tenant or all, and not about one mailbox: Graph names the scope of the limit, and without
 * a name has one code for its own limits and others for those of Outlook (graph/throttling).
 */
export function isOfClient({ status, code }: GraphFailure, headers: { get(name: string): string | null }): boolean {
  if (status !== 429) return false;
  const scope = headers.get('x-ms-throttle-scope');
  return scope === null ? code === 'TooManyRequests' : /^(Application|Tenant_Application|Tenant)\//i.test(scope);
}
