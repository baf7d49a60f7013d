import type { HeaderLines, Headers } from 'mailparser';

/** The relevant headers of a mail. */
export interface MailHeaders {
  messageId: string | null;
  /** In lower case. */
  from: string | null;
  authentication: string | null;
  /** `server`: created by a program, as calendar servers send real answers too (RFC 3834 §5.1, auto-generated). */
  automatic: 'yes' | 'server' | 'no';
}

export function readHeaders(headers: Headers, lines: HeaderLines): MailHeaders {
  const first = (name: string) => {
    const line = lines.find(({ key }) => key === name)?.line;
    return line
      ?.slice(line.indexOf(':') + 1)
      .replace(/\r?\n/g, '')
      .trim();
  };
  const from = headers.get('from') as { value?: { address?: string }[] } | undefined;
  return {
    messageId: first('message-id') || null,
    from: from?.value?.find(({ address }) => address)?.address?.toLowerCase() ?? null,
    // The first was added by the server nearest to Kalends (RFC 8601 §4.1).
    authentication: first('authentication-results')?.replace(/\s+/g, ' ').slice(0, 2000) || null,
    automatic: automatic(first),
  };
}

/** RFC 3834 §5, RFC 3462, and the headers that older programs use instead. */
function automatic(first: (name: string) => string | undefined): MailHeaders['automatic'] {
  const submitted = first('auto-submitted')?.split(/[;(]/, 1)[0]!.trim().toLowerCase();
  const marks = ['x-autoreply', 'x-autorespond', 'x-auto-reply', 'x-autoreply-from', 'x-failed-recipients'];
  const isReport = /^multipart\/report\b/i.test(first('content-type') ?? '');
  const noReturn = /^<\s*>/.test(first('return-path') ?? '');
  if (isReport || noReturn || marks.some((name) => first(name) !== undefined)) return 'yes';
  if (/^auto[_-]?reply$/i.test(first('precedence') ?? '')) return 'yes';
  if (submitted === undefined || submitted === '' || submitted === 'no') return 'no';
  return submitted === 'auto-generated' ? 'server' : 'yes';
}
