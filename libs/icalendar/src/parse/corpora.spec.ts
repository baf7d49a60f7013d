import { describe, expect, it } from 'vitest';
import {
  EventComponent,
  EventSeries,
  createCalendarObject,
  expand,
  parseCalendarObject,
  recurrenceBounds,
} from '../index.js';
import { corpusFiles, corpusMissing, readCorpus } from '../testing/external.js';

const reason = corpusMissing();
const files = reason ? [] : corpusFiles('.ics').map((path) => ({ path, text: readCorpus(path) }));
const name = (path: string): string => path.slice(path.lastIndexOf('/') + 1, -'.ics'.length);

/**
 * Refused files that contain a VEVENT. `malformed`: BEGIN without END, and no VEVENT with a readable DTSTART in what
 * can be repaired; `no-event`: no VEVENT has a readable DTSTART. All other refused files contain no VEVENT at all.
 */
const REFUSED: Record<string, string> = {
  malformed: 'big_bad_calendar pr_480_summary_with_colon small_bad_calendar',
  'no-event':
    '0 1 attendee-with-url broken_dtstart component event-with-category event_with_escaped_character1 ' +
    'event_with_escaped_character2 event_with_escaped_character3 event_with_escaped_character4 ' +
    'event_with_escaped_characters event_with_rsvp event_with_unicode_organizer ' +
    'issue_100_transformed_doctests_into_unittests issue_1050_multiple_calendars issue_1050_uid_in_description ' +
    'issue_1081_invalid_start_and_end issue_1081_invalid_start_valid_end issue_1081_with_summary ' +
    'issue_1549_binary_attachment issue_1561_image_value issue_322_expected_calendar ' +
    'issue_355_url_escaping_empty_param issue_64_event_with_ascii_summary ' +
    'issue_64_event_with_non_ascii_summary issue_798_related_to issue_82_expected_output ' +
    'issue_82_expected_output outgoing rfc_5545_RDATE_example rfc_6868 rfc_7256_multi_value_parameters ' +
    'rfc_7265_request_status rfc_7986_conferences rfc_7986_image rfc_9074_example_proximity rfc_9253_gap ' +
    'rfc_9253_related_to smallcluster',
  'too-deep': 'malloc',
};

describe('the corpora', () => {
  it('given every calendar of the corpora, then each is read or refused for a known reason', (ctx) => {
    if (reason) return ctx.skip(reason);
    const refused: Record<string, string[]> = {};
    for (const { path, text } of files) {
      const parsed = parseCalendarObject(text);
      if (!parsed.ok && /BEGIN:VEVENT/.test(text)) (refused[parsed.reason] ??= []).push(name(path));
    }
    expect(files.length).toBeGreaterThan(290);
    const sorted = (names: string[]) => [...names].sort();
    const expected = Object.entries(REFUSED).map(([why, names]) => [why, sorted(names.split(' '))]);
    const actual = Object.entries(refused).map(([why, names]) => [why, sorted(names)]);
    expect(Object.fromEntries(actual)).toEqual(Object.fromEntries(expected));
  });

  it('given every series, when expanded over 160 years, then it ends in bounded time and within its bounds', (ctx) => {
    if (reason) return ctx.skip(reason);
    const options = { floatingZone: 'Europe/Berlin', limit: 2000 };
    for (const series of all()) {
      const { firstMs, lastMs } = recurrenceBounds(series, options);
      for (const one of expand(series, { start: -2e12, end: 3e12 }, options)) {
        expect(one.startMs).toBeGreaterThanOrEqual(firstMs);
        expect(one.endMs).toBeLessThanOrEqual(lastMs ?? Infinity);
      }
    }
  });

  it('given every series, when written and read again, then it is the same', (ctx) => {
    if (reason) return ctx.skip(reason);
    const written = all().filter((series) => series.master);
    expect(written.length).toBeGreaterThan(200);
    for (const series of written) {
      const { uid, recurrence, overrides, zones } = series;
      const text = createCalendarObject(uid, series.master!, { now: 0, recurrence, overrides, zones });
      const again = parseCalendarObject(text);
      expect(again.ok && again.series.map(comparable)).toEqual([comparable(series)]);
    }
  });
});

const all = (): EventSeries[] =>
  files.flatMap(({ text }) => {
    const parsed = parseCalendarObject(text);
    return parsed.ok ? parsed.series : [];
  });

/** Without stamps, which writing sets; a zone's table is cut to the event's years and compared by name. */
function comparable({ uid, master, recurrence, overrides, zones }: EventSeries): unknown {
  const unstamped = (component: Partial<{ [K in keyof EventComponent]: unknown }> | null) =>
    component && {
      ...component,
      summary: plain(component.summary),
      url: uri(component.url),
      created: undefined,
      updated: undefined,
    };
  // control characters, which are not allowed in content lines, are dropped in writing
  const plain = (text: unknown) => (typeof text === 'string' ? text.replace(/[\u0000-\u0008\u007f]/g, '') : text);
  // ASCII characters not allowed in URIs (RFC 3986 §2) are written percent-encoded: one file has `URL:{`
  const uri = (url: unknown) =>
    typeof url === 'string' ? url.replaceAll(/[ "<>\\^`{|}]/g, (one) => encodeURIComponent(one)) : url;
  return {
    uid,
    master: unstamped(master),
    recurrence,
    overrides: overrides.map((o) => ({ ...o, change: unstamped(o.change) })),
    zones: Object.keys(zones ?? {}).sort(),
  };
}
