<?php
// The calls of an application written with the PHP client. Before each method, its name is sent to the recorder.
declare(strict_types=1);

$source = getenv('PHP_CLIENT') . '/src/';
spl_autoload_register(function (string $class) use ($source): void {
    require $source . str_replace('\\', '/', substr($class, strlen('Cronofy\\'))) . '.php';
});

$user = json_decode(getenv('KALENDS_USER'), true);
$base = getenv('KALENDS_URL');
$calendar = $user['calendar_id'];

function clientOf(array $user, string $base): Cronofy\Cronofy
{
    $client = new Cronofy\Cronofy($user);
    $client->apiRootUrl = $client->appRootUrl = $base;
    $client->hostDomain = substr($base, strlen('http://'));
    return $client;
}

$client = clientOf($user, $base);
$record = function (string $name, ...$args) use (&$client, $base) {
    file_get_contents("$base/recorder/$name", false, stream_context_create(['http' => ['method' => 'POST', 'content' => '']]));
    return $client->$name(...$args);
};

function event(string $id, int $hour): array
{
    return [
        'event_id' => $id, 'summary' => 'Board meeting', 'description' => 'Discuss plans.', 'tzid' => 'Europe/London',
        'start' => "2026-12-01T$hour:00:00Z", 'end' => '2026-12-01T' . ($hour + 1) . ':00:00Z',
        'location' => ['description' => 'Board room'],
    ];
}

$meeting = [
    'participants' => [['members' => [['sub' => $user['sub']]], 'required' => 'all']],
    'required_duration' => ['minutes' => 60],
];
$period = ['start' => '2026-12-07T08:00:00Z', 'end' => '2026-12-07T18:00:00Z'];
$window = ['from' => '2026-11-30', 'to' => '2026-12-31', 'tzid' => 'Europe/London', 'include_managed' => true];

$record('requestToken', ['code' => $user['code'], 'redirect_uri' => $user['redirect_uri']]);
$record('refreshToken');
$record('getAccount');
$record('getUserInfo');
$profile = $record('getProfiles')['profiles'][0]['profile_id'];
$record('listCalendars');
$record('resources');
$record('listAccessibleCalendars', $profile);
$record('createCalendar', ['profile_id' => $profile, 'name' => 'Shifts']);
$record('upsertEvent', ['calendar_id' => $calendar] + event('one', 10));
foreach ($record('readEvents', $window)->each() as $read) {
    if ($read['event_type'] !== 'default') {
        throw new Exception('an event has no event_type');
    }
}
iterator_to_array($record('readEvents', $window + ['calendar_ids' => [$calendar]])->each());
iterator_to_array($record('freeBusy', $window)->each());
$record('changeParticipationStatus', ['calendar_id' => $calendar, 'event_uid' => $user['event_uid'], 'status' => 'accepted']);
$batch = Cronofy\Batch\Batch::create()
    ->upsertEvent($calendar, event('two', 12))
    ->deleteEvent($calendar, 'one')
    ->upsertAvailablePeriod(['available_period_id' => 'shift', 'start' => '2026-12-07T09:00:00Z', 'end' => '2026-12-07T12:00:00Z']);
$record('executeBatch', $batch);
$record('deleteEvent', ['calendar_id' => $calendar, 'event_id' => 'two']);
$record('bulkDeleteEvents', ['delete_all' => true]);
$channel = $record('createChannel', ['callback_url' => 'https://example.com/changes', 'filters' => ['calendar_ids' => [$calendar], 'profile_expiring' => true]]);
$record('listChannels');
$record('closeChannel', ['channel_id' => $channel['channel']['channel_id']]);
$record('availability', $meeting + ['query_periods' => [$period]]);
// a built-in calendar has no working hours
try {
    $provided = ['participants' => [['members' => [['sub' => $user['sub'], 'managed_availability' => 'provider']], 'required' => 'all']]];
    $record('availability', $provided + $meeting + ['query_periods' => [$period]]);
    throw new Error('working hours are known');
} catch (Cronofy\Exception\CronofyException $refused) {
}
$record('availability', $meeting + ['available_periods' => [$period], 'buffer' => ['before' => ['minutes' => 10]], 'max_results' => 5, 'response_format' => 'slots']);
$link = $record('realTimeScheduling', [
    'oauth' => ['redirect_uri' => $user['redirect_uri'], 'scope' => 'read_write'],
    'event' => ['event_id' => 'visit', 'summary' => 'Visit'],
    'availability' => $meeting + ['query_periods' => [$period]],
    'target_calendars' => [['sub' => $user['sub'], 'calendar_id' => $calendar]],
    'tzid' => 'Europe/London',
    'callback_urls' => ['completed_url' => 'https://example.com/booked', 'no_times_suitable_url' => 'https://example.com/booked'],
    'redirect_urls' => ['completed_url' => 'https://example.com/thanks'],
]);
$record('disableRealTimeScheduling', ['id' => $link['real_time_scheduling']['real_time_scheduling_id'], 'display_message' => 'The visit is off.']);
$record('realTimeSequencing', [
    'oauth' => ['redirect_uri' => $user['redirect_uri'], 'scope' => 'read_write'],
    'event' => ['event_id' => 'steps', 'summary' => 'Visit'],
    'availability' => [
        'sequence' => [
            $meeting + ['sequence_id' => 'first', 'ordinal' => 1, 'event' => ['event_id' => 'steps', 'summary' => 'First']],
            $meeting + ['sequence_id' => 'second', 'ordinal' => 2, 'event' => ['event_id' => 'steps', 'summary' => 'Second']],
        ],
        'available_periods' => [$period],
    ],
    'target_calendars' => [['sub' => $user['sub'], 'calendar_id' => $calendar]],
    'tzid' => 'Europe/London',
]);
$record('addToCalendar', ['oauth' => ['redirect_uri' => $user['redirect_uri'], 'scope' => 'create_event'], 'event' => event('order-7', 14)]);
$rule = ['availability_rule_id' => 'work', 'tzid' => 'Europe/London', 'calendar_ids' => [$calendar], 'weekly_periods' => [['day' => 'monday', 'start_time' => '09:30', 'end_time' => '12:30']]];
$record('createAvailabilityRule', $rule);
$record('getAvailabilityRule', 'work');
$record('listAvailabilityRules');
$record('deleteAvailabilityRule', 'work');
$record('createAvailablePeriod', ['available_period_id' => 'late', 'start' => '2026-12-08T09:00:00Z', 'end' => '2026-12-08T12:00:00Z']);
iterator_to_array($record('readAvailablePeriods', ['from' => '2026-12-01', 'to' => '2026-12-31', 'tzid' => 'Etc/UTC'])->each());
$record('deleteAvailablePeriod', ['available_period_id' => 'late']);
$record('bulkDeleteAvailablePeriods');
$invite = ['smart_invite_id' => 'one', 'recipient' => ['email' => 'ann@example.com']];
$record('createSmartInvite', $invite + [
    'callback_url' => 'https://example.com/invites',
    'organizer' => ['name' => 'The Team'],
    'event' => ['summary' => 'Board meeting', 'start' => '2027-01-12T10:00:00Z', 'end' => '2027-01-12T11:00:00Z', 'tzid' => 'Europe/London'],
]);
$record('getSmartInvite', 'one', 'ann@example.com');
$record('cancelSmartInvite', $invite);
$record('elevatedPermissions', ['permissions' => [['calendar_id' => $calendar, 'permission_level' => 'unrestricted']], 'redirect_uri' => $user['redirect_uri']]);
$record('requestLinkToken');
$record('requestElementToken', ['permissions' => ['availability'], 'subs' => [$user['sub']], 'origin' => 'https://app.example.com/book?step=2']);
$record('applicationCalendar', 'room-7');
// applicationCalendar replaced the client's tokens
$client = clientOf($user, $base);
$record('revokeProfile', $profile);
$record('revokeAuthorization', ['token' => $user['refresh_token']]);
$record('revokeAuthorization', ['sub' => $user['sub']]);
