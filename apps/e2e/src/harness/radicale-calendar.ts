import type { CorpusFile, Radicale } from '@kalends/testing';

/** A calendar on Radicale, accessed as any CalDAV client would: the tests' own view of the server's content. */
export class RadicaleCalendar {
  private constructor(
    readonly url: string,
    private readonly authorization: string,
  ) {}

  static async create(radicale: Radicale, user: string, password: string, name: string): Promise<RadicaleCalendar> {
    const url = `${radicale.url.replace(/\/$/, '')}/${user}/${name}/`;
    const calendar = new RadicaleCalendar(url, `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`);
    const body = `<?xml version="1.0"?><C:mkcalendar xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:set><D:prop>
      <D:displayname>${name}</D:displayname></D:prop></D:set></C:mkcalendar>`;
    const answer = await calendar.request('MKCALENDAR', '', body);
    if (answer.status !== 201) throw new Error(`MKCALENDAR answered ${answer.status}`);
    return calendar;
  }

  /** Stores objects; returns those that the server accepted. */
  async fill(files: readonly CorpusFile[]): Promise<CorpusFile[]> {
    const stored: CorpusFile[] = [];
    for (const [index, file] of files.entries()) {
      if ((await this.put(`corpus-${index}.ics`, file.text)) < 300) stored.push(file);
    }
    return stored;
  }

  async put(name: string, text: string): Promise<number> {
    return (await this.request('PUT', name, text, { 'content-type': 'text/calendar; charset=utf-8' })).status;
  }

  async remove(name: string): Promise<number> {
    return (await this.request('DELETE', name)).status;
  }

  /** The objects with an event between two UTC instants (`20260101T000000Z`), as computed by the server. */
  async query(start: string, end: string): Promise<string[]> {
    const body = `<?xml version="1.0"?><C:calendar-query xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav">
      <D:prop><C:calendar-data/></D:prop><C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="VEVENT">
      <C:time-range start="${start}" end="${end}"/></C:comp-filter></C:comp-filter></C:filter></C:calendar-query>`;
    const answer = await this.request('REPORT', '', body, { depth: '1' });
    const text = await answer.text();
    return [...text.matchAll(/<(?:\w+:)?calendar-data[^>]*>([\s\S]*?)<\//g)].map(([, data]) =>
      data!
        .replaceAll('&#13;', '\r')
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&quot;', '"')
        .replaceAll('&amp;', '&'),
    );
  }

  private request(method: string, path: string, body?: string, headers: Record<string, string> = {}) {
    const all = {
      authorization: this.authorization,
      ...(body ? { 'content-type': 'application/xml' } : {}),
      ...headers,
    };
    return fetch(`${this.url}${path}`, { method, body, headers: all });
  }
}

/** The SUMMARY of an object's first event, unfolded and unescaped (RFC 5545 §3.1, §3.3.11). */
export function summaryOf(object: string): string {
  const unfolded = object.replaceAll(/\r?\n[ \t]/g, '');
  const event = unfolded.slice(unfolded.indexOf('BEGIN:VEVENT'));
  const value = /^SUMMARY[^:\r\n]*:(.*?)\r?$/m.exec(event)?.[1] ?? '';
  return value.replaceAll(/\\([\\;,nN])/g, (_all, character: string) => (/[nN]/.test(character) ? '\n' : character));
}
