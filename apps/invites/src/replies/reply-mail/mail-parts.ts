import { type AttachmentStream, type HeaderLines, type Headers, MailParser, type MessageText } from 'mailparser';

/** A part that may contain an answer, with its transfer encoding decoded. */
export interface MailPart {
  kind: 'calendar' | 'tnef' | 'message';
  bytes: Buffer;
  charset: string | undefined;
  /** The `method` parameter (RFC 6047 §2.4). */
  method: string | null;
}

export interface MailParts {
  headers: Headers;
  lines: HeaderLines;
  parts: MailPart[];
  /** Its text/plain parts. */
  text: string;
}

/** A reply has a few kilobytes; a rich-text one includes its text. */
const MAX_BYTES: Record<MailPart['kind'], number> = { calendar: 2_000_000, tnef: 10_000_000, message: 26_000_000 };

/** Ten times what the largest mail takes: parsing always has a time limit. */
const MAX_MS = 60_000;

/** Conversions of text and HTML cost more than all the rest and are useless here. */
const OPTIONS = {
  skipHtmlToText: true,
  skipTextToHtml: true,
  skipImageLinks: true,
  skipTextLinks: true,
  maxHeadSize: 256 * 1024,
};

/** Splits a mail into parts; irrelevant parts are skipped without buffering. Rejects for input that is no mail at all. */
export function mailParts(raw: Buffer): Promise<MailParts> {
  return new Promise((resolve, reject) => {
    const found: MailParts = { headers: new Map(), lines: [], parts: [], text: '' };
    const parser = new MailParser(OPTIONS as ConstructorParameters<typeof MailParser>[0]);
    parser.on('headers', (headers: Headers) => (found.headers = headers));
    parser.on('headerLines', (lines: HeaderLines) => (found.lines = lines));
    // An exception inside a stream's handler would end the process.
    parser.on('data', (data: AttachmentStream | MessageText) => {
      try {
        if (data.type === 'text') found.text = data.text ?? '';
        else collect(data, found.parts, (error) => settle(() => reject(error)));
      } catch (error) {
        settle(() => reject(asError(error)));
      }
    });
    const deadline = setTimeout(() => settle(() => reject(new Error('the mail was not parsed in time'))), MAX_MS);
    const settle = (outcome: () => void) => {
      clearTimeout(deadline);
      outcome();
    };
    parser.on('error', (error: Error) => settle(() => reject(error)));
    parser.on('end', () => settle(() => resolve(found)));
    parser.end(raw);
  });
}

function collect(attachment: AttachmentStream, parts: MailPart[], fail: (error: Error) => void): void {
  const { content, contentType, filename } = attachment;
  const kind = kindOf(lower(contentType), lower(filename));
  const chunks: Buffer[] = [];
  let size = 0;
  content.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (kind && size <= MAX_BYTES[kind]) chunks.push(chunk);
  });
  content.on('error', fail);
  content.on('end', () => {
    if (kind && size <= MAX_BYTES[kind])
      parts.push({ kind, bytes: Buffer.concat(chunks), ...parametersOf(attachment) });
    attachment.release?.();
  });
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

/** The parser returns `false` for missing values of a part. */
const lower = (text: unknown): string => (typeof text === 'string' ? text.toLowerCase() : '');

function kindOf(type: string, filename: string): MailPart['kind'] | null {
  if (type === 'message/rfc822') return 'message';
  if (type === 'application/ms-tnef' || type === 'application/vnd.ms-tnef' || filename === 'winmail.dat') return 'tnef';
  const isCalendar = /^(text\/(x-)?v?calendar|application\/(x-)?(ics|icalendar|calendar))$/.test(type);
  return isCalendar || /\.(ics|ical|vcs)$/.test(filename) ? 'calendar' : null;
}

function parametersOf(attachment: AttachmentStream): Pick<MailPart, 'charset' | 'method'> {
  const type = attachment.headers.get('content-type') as { params?: Record<string, string> } | undefined;
  return { charset: type?.params?.['charset'], method: type?.params?.['method'] ?? null };
}
