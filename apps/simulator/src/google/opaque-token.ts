/** The content of a page or sync token; the parameters of its first request must be repeated. */
export interface TokenContent {
  kind: 'page' | 'sync';
  /** What it belongs to: a calendar, or a user's list. */
  of: string;
  epoch: number;
  /** Changes up to here are known. */
  since: number;
  /** Changes up to here existed when the first page was requested. */
  until: number;
  /** The next page begins after this. */
  offset: string;
}

export const printToken = (content: TokenContent): string => Buffer.from(JSON.stringify(content)).toString('base64url');

export function readToken(text: string, kind: TokenContent['kind']): TokenContent | undefined {
  try {
    const content = JSON.parse(Buffer.from(text, 'base64url').toString()) as TokenContent;
    return content.kind === kind && Number.isInteger(content.since) ? content : undefined;
  } catch {
    return undefined;
  }
}
