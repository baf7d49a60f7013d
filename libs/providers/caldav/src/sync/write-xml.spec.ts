import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { multistatusIn } from './multistatus.js';
import { writeXml } from './write-xml.js';

const limits = { elements: 100, signal: undefined };
const context = { host: 'example.com', status: 207, limits };

describe('a request as XML', () => {
  it('given elements, attributes, texts and lists, when written, then the document is that of RFC 4791 §7.8', () => {
    const body = {
      'c:calendar-multiget': {
        'd:prop': { 'd:getetag': {}, 'c:calendar-data': {} },
        'd:href': ['/a&b.ics', '/c.ics'],
        'c:filter': { _attributes: { name: 'a"b' }, _text: '1 < 2' },
      },
    };
    expect(writeXml(body)).toBe(
      '<?xml version="1.0" encoding="utf-8"?>\n' +
        '<c:calendar-multiget xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav" ' +
        'xmlns:cs="http://calendarserver.org/ns/" xmlns:ca="http://apple.com/ns/ical/">' +
        '<d:prop><d:getetag></d:getetag><c:calendar-data></c:calendar-data></d:prop>' +
        '<d:href>/a&amp;b.ics</d:href><d:href>/c.ics</d:href>' +
        '<c:filter name="a&quot;b">1 &lt; 2</c:filter></c:calendar-multiget>',
    );
  });

  it('given any text, when written, then a parser (saxes) reads the same', async () => {
    const words = fc.string({ unit: fc.constantFrom('a', '<', '>', '&', '"', "'", ']]>', 'ü', '😀', '--') });
    await fc.assert(
      fc.asyncProperty(words, async (word) => {
        const prop = { 'd:displayname': `|${word}|` };
        const response = { 'd:href': '/', 'd:propstat': { 'd:prop': prop, 'd:status': 'HTTP/1.1 200 OK' } };
        const read = await multistatusIn(writeXml({ 'd:multistatus': { 'd:response': response } }), context);
        expect(read?.resources[0]?.props['displayname']).toBe(`|${word}|`);
      }),
    );
  });
});
