/** Time series in promtool's notation, one value per minute, and the minute at which an alert's state is compared. */
export interface AlertCase {
  alert: string;
  given: string;
  fires: boolean;
  minute: number;
  series: Record<string, string>;
}

/** The series above and just below a threshold, compared at minute 30 or `minute`. */
interface Threshold {
  above: Record<string, string>;
  below: Record<string, string>;
  minute?: number;
}

/** A phase of `minutes`: events per minute, of which `bad` are bad. */
interface Phase {
  minutes: number;
  bad: number;
}

const all = 100_000;
const http = 'kalends_http_request_duration_seconds';
const read = 'method="GET",route="/v1/events"';
const write = 'method="POST",route="/v1/calendars/:calendarId/events"';
const delay = 'kalends_event_loop_delay_seconds';

const rising = (perMinute: number, minutes = 40) => `0+${perMinute}x${minutes}`;

/** A counter that rises by `perMinute` of each phase. */
function counter(phases: readonly Phase[], perMinute: (phase: Phase) => number): string {
  let value = 0;
  return phases
    .map((phase) => {
      const text = `${value}+${perMinute(phase)}x${phase.minutes - 1}`;
      value += perMinute(phase) * phase.minutes;
      return text;
    })
    .join(' ');
}

type Series = (phases: readonly Phase[]) => Record<string, string>;

const failing =
  (labels: string): Series =>
  (phases) => ({
    [`${http}_count{${labels},status="200"}`]: counter(phases, ({ bad }) => all - bad),
    [`${http}_count{${labels},status="503"}`]: counter(phases, ({ bad }) => bad),
  });

const late =
  (metric: string, le: string): Series =>
  (phases) => ({
    [`${metric}_count`]: counter(phases, () => all),
    [`${metric}_bucket{le="${le}"}`]: counter(phases, ({ bad }) => all - bad),
  });

/** Of an alert on an error budget, the share `budget` of events that may be bad. */
function objective(alert: string, budget: number, series: Series): AlertCase[] {
  const times = (rate: number, minutes: number): Phase => ({ minutes, bad: Math.round(all * budget * rate) });
  const cases: [given: string, fires: boolean, phases: Phase[]][] = [
    ['15 times the budget for an hour', true, [times(15, 71)]],
    ['7 times the budget for seven hours', true, [times(7, 421)]],
    ['5 times the budget for seven hours', false, [times(5, 421)]],
    ['40 times the budget for an hour, then none for 35 minutes', false, [times(40, 60), times(0, 36)]],
  ];
  return cases.map(([given, fires, phases]) => {
    const minute = phases.reduce((sum, { minutes }) => sum + minutes, -1);
    return { alert, given, fires, minute, series: series(phases) };
  });
}

const thresholds: Record<string, Threshold> = {
  KalendsIsDown: {
    above: { 'up{job="kalends/kalends",pod="a"}': '1x5 0x40' },
    below: { 'up{job="kalends/kalends",pod="a"}': '0+0x40', 'up{job="kalends/kalends",pod="a",endpoint="b"}': '1x40' },
  },
  KalendsRequestsFail: {
    above: { [`${http}_count{status="200"}`]: rising(98), [`${http}_count{status="500"}`]: rising(2) },
    below: { [`${http}_count{status="200"}`]: rising(9_910), [`${http}_count{status="500"}`]: rising(90) },
  },
  KalendsReadsAreSlow: {
    above: {
      [`${http}_bucket{${read},le="0.5"}`]: rising(98),
      [`${http}_bucket{${read},le="1"}`]: rising(100),
      [`${http}_bucket{${read},le="+Inf"}`]: rising(100),
    },
    below: {
      [`${http}_bucket{${read},le="0.5"}`]: rising(996),
      [`${http}_bucket{${read},le="1"}`]: rising(1_000),
      [`${http}_bucket{${read},le="+Inf"}`]: rising(1_000),
    },
  },
  KalendsEventLoopIsBlocked: {
    above: { [`${delay}_count{pod="a"}`]: rising(100), [`${delay}_bucket{pod="a",le="0.2"}`]: rising(98) },
    below: { [`${delay}_count{pod="a"}`]: rising(100), [`${delay}_bucket{pod="a",le="0.2"}`]: rising(99.1) },
  },
  KalendsMessagesWait: {
    above: { 'kalends_consumer_lag_messages{service="gateway",topic="t"}': '1001x40' },
    below: { 'kalends_consumer_lag_messages{service="gateway",topic="t"}': '1000x40' },
  },
  KalendsOutboxIsStuck: {
    above: { 'kalends_outbox_age_seconds{service="gateway"}': '121x40' },
    below: { 'kalends_outbox_age_seconds{service="gateway"}': '120x40' },
  },
  KalendsDeadLetters: {
    above: { 'kalends_dead_letters{service="gateway"}': '1x40' },
    below: { 'kalends_dead_letters{service="gateway"}': '0x40' },
  },
  KalendsCalendarsAreStale: {
    above: { 'kalends_sync_staleness_seconds{provider="google"}': '901x40' },
    below: { 'kalends_sync_staleness_seconds{provider="google"}': '900x40' },
  },
  KalendsSyncsFail: {
    above: { 'kalends_syncs_total{outcome="done"}': rising(70), 'kalends_syncs_total{outcome="refused"}': rising(30) },
    below: { 'kalends_syncs_total{outcome="done"}': rising(81), 'kalends_syncs_total{outcome="refused"}': rising(19) },
  },
  KalendsProviderBudgetIsShort: {
    above: {
      'kalends_provider_budget_forecast{provider="google"}': '801x40',
      'kalends_provider_budget_limit{provider="google",window="day"}': '1000x40',
      'kalends_provider_budget_limit{provider="google",window="minute"}': '9000x40',
    },
    below: {
      'kalends_provider_budget_forecast{provider="google"}': '800x40',
      'kalends_provider_budget_limit{provider="google",window="day"}': '1000x40',
      'kalends_provider_budget_limit{provider="google",window="minute"}': '10x40',
    },
  },
  KalendsProfilesAreSetAside: {
    above: { 'kalends_profiles_set_aside{provider="caldav"}': '1x40' },
    below: { 'kalends_profiles_set_aside{provider="caldav"}': '0x40' },
  },
  KalendsProfilesExpire: {
    above: { 'kalends_profiles_expiring{provider="google"}': '1x10' },
    below: { 'kalends_profiles_expiring{provider="google"}': '0x10' },
    minute: 5,
  },
  KalendsProviderClientIsRefused: {
    above: {
      'kalends_provider_check{provider="google",result="failed"}': '1x10',
      'kalends_provider_check{provider="google",result="ok"}': '0x10',
    },
    below: {
      'kalends_provider_check{provider="google",result="failed"}': '0x10',
      'kalends_provider_check{provider="google",result="unknown"}': '1x10',
    },
    minute: 5,
  },
  KalendsTimeZonesAreOutdated: {
    above: { 'kalends_time_zone_data_timestamp_seconds{release="2026f"}': '-31600000x40' },
    below: { 'kalends_time_zone_data_timestamp_seconds{release="2026f"}': '-31000000x40' },
  },
  KalendsTokensAreRefused: {
    above: {
      'kalends_token_refreshes_total{outcome="done"}': rising(70),
      'kalends_token_refreshes_total{outcome="refused"}': rising(30),
    },
    below: {
      'kalends_token_refreshes_total{outcome="done"}': rising(81),
      'kalends_token_refreshes_total{outcome="refused"}': rising(19),
    },
  },
  KalendsCallbacksAreLate: {
    above: { kalends_callbacks_due_age_seconds: '61x40' },
    below: { kalends_callbacks_due_age_seconds: '60x40' },
  },
  KalendsCallbacksFail: {
    above: {
      'kalends_callback_attempts_total{outcome="delivered"}': rising(40),
      'kalends_callback_attempts_total{outcome="failed"}': rising(60),
    },
    below: {
      'kalends_callback_attempts_total{outcome="delivered"}': rising(51),
      'kalends_callback_attempts_total{outcome="failed"}': rising(49),
    },
  },
};

const ofThreshold = ([alert, { above, below, minute = 30 }]: [string, Threshold]): AlertCase[] => [
  { alert, given: 'above the threshold', fires: true, minute, series: above },
  { alert, given: 'below the threshold', fires: false, minute, series: below },
];

/** For each alert, series with which it fires and others with which it does not. */
export const alertCases: readonly AlertCase[] = [
  ...Object.entries(thresholds).flatMap(ofThreshold),
  ...objective('KalendsReadsMissObjective', 0.001, failing(read)),
  ...objective('KalendsWritesMissObjective', 0.001, failing(write)),
  ...objective('KalendsChangesAppearLate', 0.01, late('kalends_push_to_visible_seconds', '30')),
  ...objective('KalendsRepliesArePassedOnLate', 0.01, late('kalends_reply_to_callback_seconds', '10')),
];
