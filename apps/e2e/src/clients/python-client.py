"""The calls of an application written with pycronofy, sent to this deployment. Prints the responses as one JSON object."""

import json
import os
from datetime import datetime

from pycronofy import settings

settings.API_BASE_URL = settings.APP_BASE_URL = os.environ['KALENDS_URL']

import pycronofy  # noqa: E402
from pycronofy.batch import BatchBuilder  # noqa: E402

user = json.loads(os.environ['KALENDS_USER'])
client = pycronofy.Client(
    client_id=user['client_id'],
    client_secret=user['client_secret'],
    access_token=user['access_token'],
    refresh_token=user['refresh_token'],
)
calendar_id = user['calendar_id']
seen = {}


def events():
    pages = client.read_events(
        calendar_ids=(calendar_id,),
        from_date=datetime(2026, 11, 30),
        to_date=datetime(2026, 12, 31),
        tzid='Europe/London',
    )
    return [[event['event_id'], event['summary'], event['start'], event['end']] for event in pages.all()]


client.refresh_authorization()
seen['account'] = client.account()['account_id']
seen['userinfo'] = client.userinfo()['sub']
seen['profiles'] = [one['provider_name'] for one in client.list_profiles()]
seen['calendars'] = [one['calendar_id'] for one in client.list_calendars()]

timed = {'summary': 'Timed', 'description': '', 'start': datetime(2026, 12, 1, 10), 'end': datetime(2026, 12, 1, 11)}
client.upsert_event(calendar_id, {'event_id': 'timed', **timed})
client.upsert_event(calendar_id, {'event_id': 'gone', **timed})
client.upsert_event(calendar_id, {'event_id': 'day', 'summary': 'Day', 'start': '2026-12-02', 'end': '2026-12-03'})
client.delete_event(calendar_id, 'gone')
seen['events'] = events()
free_busy = client.read_free_busy(calendar_ids=(calendar_id,), from_date='2026-12-01', to_date='2026-12-03')
seen['free_busy'] = [[one['start'], one['free_busy_status']] for one in free_busy.all()]

for index in range(120):
    client.upsert_event(calendar_id, {'event_id': f'many-{index}', **timed})
seen['paged'] = len(events())
client.delete_all_events(calendar_ids=(calendar_id,))
seen['after_delete_all'] = events()

batch = BatchBuilder()
batch.upsert_event(calendar_id, {'event_id': 'batched', 'summary': 'B', 'start': '2026-12-04', 'end': '2026-12-05'})
batch.upsert_event(calendar_id, {'event_id': 'dropped', 'summary': 'D', 'start': '2026-12-04', 'end': '2026-12-05'})
batch.delete_event(calendar_id, 'dropped')
client.batch(batch)
seen['after_batch'] = [one[0] for one in events()]

channel = client.create_notification_channel('http://127.0.0.1:9/changes', calendar_ids=(calendar_id,))
seen['channel_listed'] = channel['channel_id'] in [one['channel_id'] for one in client.list_notification_channels()]
client.close_notification_channel(channel['channel_id'])
seen['channels_after_close'] = len(client.list_notification_channels())

recipient = {'email': 'bob@example.com'}
invited = {**timed, 'tzid': 'Europe/London', 'location': {'description': 'Room 12'}}
invite = client.upsert_smart_invite('invite-1', recipient, invited, callback_url='https://example.com/replies')
seen['invite_text'] = invite['attachments']['icalendar'].split('\r\n')[0]
seen['invite_status'] = client.get_smart_invite('invite-1', 'bob@example.com')['recipient']['status']
seen['invite_method'] = client.cancel_smart_invite('invite-1', recipient)['method']

workday = [{'start': datetime(2026, 12, 7, 8), 'end': datetime(2026, 12, 7, 18)}]
people = [{'members': [{'sub': user['sub']}], 'required': 'all'}]
seen['availability'] = client.availability(participants=people, required_duration=60, available_periods=workday)
both = [{'members': [{'sub': user['sub']}, {'sub': user['colleague']}], 'required': 'all'}]
together = client.availability(participants=both, required_duration=60, available_periods=workday)
seen['together'] = [one['sub'] for one in together[0]['participants']]
step = {'sequence_id': 'first', 'participants': people, 'required_duration': {'minutes': 60}}
sequences = client.sequenced_availability(sequence=[step], available_periods=workday)
seen['sequenced'] = sequences[0]['sequence'][0]['start']

room = client.application_calendar('room-1')
seen['room'] = room['sub'][:4]
client.revoke_authorization()
print(json.dumps(seen))
