# The calls of an application written with the Ruby client. Before each method, its name is sent to the recorder.
require 'date'
require 'json'
require 'net/http'
require 'cronofy'

USER = JSON.parse(ENV.fetch('KALENDS_USER'), symbolize_names: true)
CALENDAR = USER.fetch(:calendar_id)
SUB = USER.fetch(:sub)
REDIRECT = USER.fetch(:redirect_uri)
PERIOD = { start: Time.utc(2026, 12, 7, 8), end: Time.utc(2026, 12, 7, 18) }.freeze
MEETING = {
  participants: [{ members: [{ sub: SUB }], required: :all }],
  required_duration: { minutes: 60 },
}.freeze

CLIENT = Cronofy::Client.new(**USER.slice(:client_id, :client_secret, :access_token, :refresh_token))

def record(name, *args, **options)
  Net::HTTP.post(URI("#{ENV.fetch('CRONOFY_API_URL')}/recorder/#{name}"), '')
  options.empty? ? CLIENT.public_send(name, *args) : CLIENT.public_send(name, *args, **options)
end

def event(id, hour)
  { event_id: id, summary: 'Board meeting', description: 'Discuss plans.', tzid: 'Europe/London',
    start: Time.utc(2026, 12, 1, hour), end: Time.utc(2026, 12, 1, hour + 1), location: { description: 'Board room' } }
end

def meeting
  Marshal.load(Marshal.dump(MEETING))
end

record('get_token_from_code', USER.fetch(:code), REDIRECT)
record('refresh_access_token')
record('account')
record('userinfo')
profile = record('list_profiles').first.profile_id
record('list_calendars')
record('resources')
record('create_calendar', profile, 'Shifts', { color: '#49BED8' })
record('upsert_event', CALENDAR, event('one', 10))
record('upsert_event', CALENDAR, { event_id: 'day', summary: 'Day', start: Date.new(2026, 12, 2), end: Date.new(2026, 12, 3) })
record('read_events', from: Date.new(2026, 11, 30), to: Date.new(2026, 12, 31), tzid: 'Europe/London', include_managed: true).to_a
record('free_busy', from: Date.new(2026, 11, 30), to: Date.new(2026, 12, 31), include_managed: true).to_a
record('change_participation_status', CALENDAR, USER.fetch(:event_uid), 'accepted')
Net::HTTP.post(URI("#{ENV.fetch('CRONOFY_API_URL')}/recorder/batch"), '')
CLIENT.batch do |batch|
  batch.upsert_event(CALENDAR, event('two', 12))
  batch.delete_event(CALENDAR, 'one')
end
record('delete_event', CALENDAR, 'day')
record('delete_all_events')
record('delete_all_events', calendar_ids: [CALENDAR])
channel = record('create_channel', 'https://example.com/changes', { filters: { calendar_ids: [CALENDAR] } })
record('list_channels')
record('close_channel', channel.channel_id)
record('availability', { **meeting, query_periods: [PERIOD.dup] })
record('availability', { participants: { members: [SUB], required: :all }, required_duration: 30, buffer: { before: { minutes: 10 }, after: { minutes: 10 } }, available_periods: [PERIOD.dup], response_format: 'slots', max_results: 5 })
record('sequenced_availability', { sequence: [{ sequence_id: 'first', ordinal: 1, **meeting }, { sequence_id: 'second', ordinal: 2, **meeting }], query_periods: [PERIOD.dup] })
link = record('real_time_scheduling', { oauth: { redirect_uri: REDIRECT, scope: 'read_write' }, event: { event_id: 'visit', summary: 'Visit' }, availability: { **meeting, query_periods: [PERIOD.dup] }, target_calendars: [{ sub: SUB, calendar_id: CALENDAR }], tzid: 'Europe/London', minimum_notice: { hours: 4 }, callback_urls: { completed_url: 'https://example.com/booked' } })
state = record('get_real_time_scheduling_status', token: link.url.split('/').last)
steps = { sequence: [{ sequence_id: 'first', ordinal: 1, event: { event_id: 'steps', summary: 'First' }, **meeting }, { sequence_id: 'second', ordinal: 2, event: { event_id: 'steps', summary: 'Second' }, **meeting }], query_periods: [PERIOD.dup] }
record('real_time_sequencing', { oauth: { redirect_uri: REDIRECT, scope: 'read_write' }, event: { event_id: 'steps', summary: 'Visit' }, availability: steps, target_calendars: [{ sub: SUB, calendar_id: CALENDAR }] })
record('add_to_calendar', oauth: { redirect_uri: REDIRECT, scope: 'create_event', state: 'order-7' }, event: event('order-7', 14))
record('disable_real_time_scheduling', id: state.real_time_scheduling_id, display_message: 'The visit is off.')
rule = { availability_rule_id: 'work', tzid: 'Europe/London', weekly_periods: [{ day: 'monday', start_time: '09:30', end_time: '12:30' }] }
record('upsert_availability_rule', rule)
record('get_availability_rule', 'work')
record('get_availability_rules')
record('delete_availability_rule', 'work')
record('upsert_available_period', 'shift', { start: '2026-12-07T09:00:00Z', end: '2026-12-07T12:00:00Z' })
record('get_available_periods', { from: Date.new(2026, 12, 1), to: Date.new(2026, 12, 31), tzid: 'Etc/UTC' })
record('delete_available_period', 'shift')
invited = { summary: 'Board meeting', description: 'Plans', start: Time.utc(2027, 1, 12, 10), end: Time.utc(2027, 1, 12, 11), tzid: 'Europe/London' }
one = { smart_invite_id: 'one', callback_url: 'https://example.com/invites', recipient: { email: 'ann@example.com' }, organizer: { name: 'The Team' } }
record('upsert_smart_invite', { **one, event: invited.dup })
record('get_smart_invite', 'one', 'ann@example.com')
record('cancel_smart_invite', { smart_invite_id: 'one', recipient: { email: 'ann@example.com' } })
several = { smart_invite_id: 'several', callback_url: 'https://example.com/invites', recipients: [{ email: 'ann@example.com' }, { email: 'bob@example.com' }] }
record('upsert_smart_invite', { **several, event: invited.dup })
record('remove_recipient_smart_invite', { smart_invite_id: 'several', recipient: { email: 'bob@example.com' } })
record('elevated_permissions', { permissions: [{ calendar_id: CALENDAR, permission_level: 'unrestricted' }], redirect_uri: REDIRECT })
record('link_token')
record('element_token', { permissions: ['agenda'], subs: [SUB], origin: 'https://app.example.com/page' })
record('application_calendar', 'room-7')
# application_calendar replaced the client's tokens
CLIENT_OF_USER = Cronofy::Client.new(**USER.slice(:client_id, :client_secret, :access_token, :refresh_token))
Net::HTTP.post(URI("#{ENV.fetch('CRONOFY_API_URL')}/recorder/revoke_profile_authorization"), '')
CLIENT_OF_USER.revoke_profile_authorization(profile)
record('revoke_by_token', USER.fetch(:refresh_token))
record('revoke_by_sub', SUB)
record('revoke_authorization')
