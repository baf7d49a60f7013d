import { describe, expect, it } from 'vitest';
import { boundMs } from '../../../../../tools/bounds/bound-ms.mjs';
import { componentOf } from './read-event.js';
import { readEvent } from './resources.js';
import { textOfHtml } from './text-of-html.js';

const time = { dateTime: '2026-12-01T10:00:00.0000000', timeZone: 'UTC' };
const described = (contentType: string, content: string, more: object = {}) =>
  componentOf(
    readEvent({
      '@odata.etag': 'W/"1"',
      id: 'one',
      start: time,
      end: time,
      originalStartTimeZone: 'UTC',
      body: { contentType, content },
      ...more,
    })!,
    'UTC',
  )!.description;

describe('a body that Graph sends as HTML although text was requested', () => {
  it.each([
    ['paragraphs and breaks', '<html><body><p>One</p><p>Two<br>Three</p></body></html>', 'One\nTwo\nThree'],
    ['characters by name and number', 'Fish &amp; chips &lt;5&euro;&#33;&nbsp;ok', 'Fish & chips <5€! ok'],
    ['blanks and lines of the source', '<div>\r\n  One\r\n  <b>two</b>three </div>', 'One twothree'],
    ['styles and scripts', '<head><style>p{}</style><title>T</title></head><script>x()</script>Seen', 'Seen'],
    ['a link', '<a href="https://example.com/?a=1&amp;b=2">Agenda</a>', 'Agenda<https://example.com/?a=1&b=2>'],
    ['a link that is no address', '<a href="javascript:alert(1)">Agenda</a>', 'Agenda'],
    ['a list', '<ul><li>One</li><li>Two</li></ul>', 'One\nTwo'],
    ['a table', '<table><tr><td>One </td><td>two</td></tr><tr><td>Three</td></tr></table>', 'One two\nThree'],
    ['nothing', '<html><body></body></html>', undefined],
    ['tags without an end', '<p>One<div', 'One'],
  ])('given %s, then it is the text that people see', (_, html, text) => {
    expect(described('html', html)).toBe(text);
  });

  it('given a text that looks like HTML, then it stays', () => expect(described('text', 'a <b> c')).toBe('a <b> c'));

  it('given an online meeting, then the part with its link is not the description', () => {
    const join = 'https://teams.microsoft.com/l/meetup-join/1';
    const html = `<div>Agenda</div><div>${'_'.repeat(80)}</div><a href="${join}">Join</a>`;
    expect(described('html', html, { isOnlineMeeting: true, onlineMeeting: { joinUrl: join } })).toBe('Agenda');
  });

  it.each([
    ['nested tags', '<div>'.repeat(1_000_000)],
    ['tags that never end', '<a href="'.repeat(500_000)],
    ['comments that never end', '<!--'.repeat(1_000_000)],
    ['characters that never end', '&'.repeat(4_000_000)],
    ['closing tags only', '</div></p></a>'.repeat(300_000)],
    ['hidden parts', '<style><script>'.repeat(300_000)],
  ])('given megabytes of %s, then it is read within a second, and at most the first million characters', (_, html) => {
    const started = performance.now();
    expect(textOfHtml(html).length).toBeLessThanOrEqual(1_048_576);
    expect(performance.now() - started).toBeLessThan(boundMs(1_000));
  });

  it('given elements inside each other, then a thousand are read, and nothing after more', () => {
    const inside = (depth: number) => textOfHtml(`Agenda${'<div>'.repeat(depth)}deep`);
    expect([inside(999), inside(1_001)]).toEqual(['Agenda\ndeep', 'Agenda']);
    expect(textOfHtml('<p>One</p>'.repeat(2_000)).split('\n')).toHaveLength(2_000);
  });

  it('given a picture of megabytes after the text, then the text is read', () => {
    const html = `<p>Agenda</p><img src="data:image/png;base64,${'A'.repeat(5_000_000)}">`;
    expect(textOfHtml(html)).toBe('Agenda');
  });
});
