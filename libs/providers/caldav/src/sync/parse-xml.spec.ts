import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { multistatusIn } from './multistatus.js';
import { parseXml } from './parse-xml.js';
import { textOf } from './xml.js';

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll(']]>', ']]&gt;');

/** Ways in which a server may encode the same text (XML 1.0 §2.4, §2.7, §4.1). */
const writings: ((text: string) => string)[] = [
  escaped,
  (text) => `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`,
  (text) => [...text].map((character) => `&#x${character.codePointAt(0)!.toString(16)};`).join(''),
];

/** Text that XML passes through unchanged: no other control characters, no lone surrogates; ends are trimmed. */
const text = fc
  .string({ unit: fc.constantFrom('a', 'é', '😀', '<', '&', '>', ']', '"', "'", ' ', '\n', ';', 'x'), minLength: 1 })
  .filter((one) => one.trim() === one && one !== '');

const responseOf = (href: string, data: string, prefix: string) =>
  `<${prefix}response><${prefix}href>${escaped(href)}</${prefix}href><${prefix}propstat><${prefix}prop>` +
  `<C:calendar-data>${data}</C:calendar-data></${prefix}prop><${prefix}status>HTTP/1.1 200 OK</${prefix}status>` +
  `</${prefix}propstat></${prefix}response>`;

const multistatus = (content: string, prefix = 'd:') =>
  `<?xml version="1.0" encoding="utf-8"?>\n<${prefix}multistatus xmlns${prefix && ':d'}="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav">${content}</${prefix}multistatus>`;

const limits = { elements: 1_000 };
const read = async (body: string) => (await multistatusIn(body, { host: 'dav.example', status: 207, limits }))!;

describe('answers in XML', () => {
  it('given texts in any encoding and with any prefix, when parsed, then they are the original texts', () => {
    const one = fc.tuple(text, text, fc.nat(2), fc.constantFrom('d:', ''));
    return fc.assert(
      fc.asyncProperty(
        fc.array(one, { minLength: 1, maxLength: 4 }),
        fc.constantFrom('d:', ''),
        async (all, prefix) => {
          const content = all.map(([href, data, way]) => responseOf(href, writings[way]!(data), prefix)).join('\n  ');
          const { resources } = await read(multistatus(content, prefix));
          expect(resources.map(({ href, status, props }) => [href, status, textOf(props['calendarData'])])).toEqual(
            all.map(([href, data]) => [href, 207, data]),
          );
        },
      ),
    );
  });

  it('given a response for several hrefs, when read, then each of them has its status (RFC 4918 §14.24)', async () => {
    const body = multistatus(
      '<d:response><d:href>/a</d:href><d:href>/b</d:href><d:status>HTTP/1.1 404 Not Found</d:status></d:response>',
    );
    expect((await read(body)).resources).toEqual([
      { href: '/a', status: 404, props: {} },
      { href: '/b', status: 404, props: {} },
    ]);
  });

  it('given properties that were not found, when parsed, then only the others are returned; numbers remain text', async () => {
    const body = multistatus(
      '<d:response><d:href>/a</d:href>' +
        '<d:propstat><d:prop><d:getetag>007</d:getetag><d:displayname>true</d:displayname></d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat>' +
        '<d:propstat><d:prop><C:calendar-color/></d:prop><d:status>HTTP/1.1 404 Not Found</d:status></d:propstat>' +
        '</d:response><d:sync-token>12</d:sync-token>',
    );
    const { resources, syncToken } = await read(body);
    const [resource] = resources;
    expect(resource!.props).toEqual({ getetag: '007', displayname: 'true' });
    expect(syncToken).toBe('12');
  });

  it('given control characters in user texts, when parsed, then everything else is read', async () => {
    const body = multistatus(
      responseOf('/a', 'SUMMARY:one\u000btwo&#x0b;', 'd:') + responseOf('/b', 'SUMMARY:three', 'd:'),
    );
    const [first, second] = (await read(body)).resources.map(({ props }) => textOf(props['calendarData']));
    expect(first).toMatch(/^SUMMARY:one.*two/);
    expect(second).toBe('SUMMARY:three');
  });

  it.each([
    ['cut off', multistatus(responseOf('/a', 'x', 'd:')).slice(0, -10), 'an incomplete response'],
    ['an element that is not closed', multistatus('<d:response><d:href>/a</d:response>'), 'an unreadable response'],
    ['an undeclared entity', multistatus('<d:response><d:href>&nbsp;</d:href></d:response>'), 'an unreadable response'],
    ['text after the end', `${multistatus('')}<b>Warning</b>`, 'an unreadable response'],
  ])('given %s, when parsed, then it is refused, since missing parts would count as deleted', async (_, body, why) => {
    await expect(read(body)).rejects.toThrow(why);
  });

  it('given element names that are also object members, when parsed, then they are elements like others', async () => {
    expect(await parseXml('<a><__proto__>x</__proto__><constructor>y</constructor></a>', limits)).toMatchObject({
      a: expect.objectContaining({ constructor: 'y' }) as unknown,
    });
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });
});
