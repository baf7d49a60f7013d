export * from './model.js';
export { addDays, parseDate, utcMidnight, weekday } from './time/dates.js';
export { instantMs, parseInstant, parseLocal, toIso } from './time/instants.js';
export type { InstantRefusal } from './time/instants.js';
export { ianaName, isTimeZone, listedName, listedZones, zoneRelease } from './zones/iana.js';
export { resolveTimeZone } from './zones/resolve.js';
export { WINDOWS_ZONES } from './zones/windows.js';
export {
  dateOf,
  formatInstant,
  isUtc,
  midnight,
  momentMs,
  offsetAt,
  timeAt,
  toInstant,
  toLocal,
} from './zones/convert.js';
export type { Zone } from './zones/convert.js';
export { instantOf, isAllDay, ownZone } from './zones/event-time.js';
export type { ZoneContext } from './zones/event-time.js';
export { parseRule } from './recurrence/parse-rule.js';
export type { ParsedRule } from './recurrence/parse-rule.js';
export type { Frequency, Rule, RuleRefusal, Until } from './recurrence/rule.js';
export { DEFAULT_LIMIT, expand, expandBounded } from './recurrence/expand.js';
export type { Expansion, ExpandOptions } from './recurrence/expand.js';
export type { Budget } from './recurrence/search.js';
export { recurrenceBounds } from './recurrence/bounds.js';
export type { RecurrenceBounds } from './recurrence/bounds.js';
export { isExpandable } from './recurrence/series-view.js';
export { weightOf } from './recurrence/weight.js';
export { mergeOverride } from './recurrence/overrides.js';
export { parseCalendarObject } from './parse/parse-calendar-object.js';
export type { ParsedCalendarObject } from './parse/parse-calendar-object.js';
export type { ParseRefusal } from './parse/jcal.js';
export { emailOf } from './parse/people.js';
export { scanEvents } from './parse/scan.js';
export type { ScannedEvent } from './parse/scan.js';
export { endAfter, timeOfLine } from './parse/line-times.js';
export { paramOf } from './text/content-lines.js';
export type { ContentLine } from './text/content-lines.js';
export { unescapeText } from './text/unescape.js';
export { attendeesShown, ownStatus } from './change/own-status.js';
export { applyEventChange, componentChange } from './change/apply-change.js';
export { applySeriesChange } from './change/apply-series.js';
export { findInstance, instanceNamed } from './change/change-instance.js';
export type { Instance } from './change/change-instance.js';
export { splitSeries, timesMovedWith, withEnd } from './change/split-series.js';
export type { SplitSeries } from './change/split-series.js';
export type { InstanceChange, WrittenChange, WrittenConference } from './change/written-change.js';
export { fillConferencePlaceholders, hasConferencePlaceholder } from './change/conference-texts.js';
export { joinLinkIn } from './change/join-links.js';
export type { JoinLink } from './change/join-links.js';
export { changeSeries } from './write/change-series.js';
export { createCalendarFile, createCalendarObject } from './write/create.js';
export type { WriteOptions } from './write/create.js';
export type { Scheduling } from './write/scheduling.js';
export { patchCalendarObject } from './write/patch.js';
export { patchInstance } from './write/patch-instance.js';
export type { EventChange, PatchOptions } from './write/patch.js';
export { recurrenceLines } from './write/properties.js';
export type { ScheduleAgent, ScheduleAgents } from './write/properties.js';
export { graphRecurrence } from './outlook/to-pattern.js';
export { ruleOf } from './outlook/to-rule.js';
export type { GraphRecurrence } from './outlook/pattern.js';
