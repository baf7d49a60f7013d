// The baseline of bench:sync: list the hrefs, multiget 500 at a time, parse each object with ical.js; nothing is stored.
// Prints the duration in milliseconds.
import ICAL from 'ical.js';

const { CALENDAR_URL: url, AUTHORIZATION: authorization } = process.env;
const request = async (method, body, depth) => {
  const headers = { authorization, depth, 'content-type': 'application/xml' };
  const answer = await fetch(url, { method, headers, body });
  if (answer.status !== 207) throw new Error(`${method}: ${answer.status}`);
  return answer.text();
};
const unescape = (text) =>
  text
    .replaceAll('&#13;', '\r')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');

const began = performance.now();
const listing = await request(
  'PROPFIND',
  '<?xml version="1.0"?><D:propfind xmlns:D="DAV:"><D:prop><D:getetag/></D:prop></D:propfind>',
  '1',
);
const hrefs = [...listing.matchAll(/<(?:\w+:)?href>([^<]+\.ics)<\//g)].map(([, href]) => href);
let parsed = 0;
for (let at = 0; at < hrefs.length; at += 500) {
  const some = hrefs
    .slice(at, at + 500)
    .map((href) => `<D:href>${href}</D:href>`)
    .join('');
  const body = `<?xml version="1.0"?><C:calendar-multiget xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:prop><D:getetag/><C:calendar-data/></D:prop>${some}</C:calendar-multiget>`;
  const text = await request('REPORT', body, '1');
  for (const [, data] of text.matchAll(/<(?:\w+:)?calendar-data[^>]*>([\s\S]*?)<\//g)) {
    ICAL.parse(unescape(data));
    parsed += 1;
  }
}
if (parsed !== hrefs.length) throw new Error(`${parsed} of ${hrefs.length} parsed`);
console.log(Math.round(performance.now() - began));
