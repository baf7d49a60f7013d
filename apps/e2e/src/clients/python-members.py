"""Members that only Kalends has, read and sent by an application written with pycronofy. Prints what it read as one JSON object."""

import json
import os
from datetime import datetime

from pycronofy import settings

settings.API_BASE_URL = settings.APP_BASE_URL = os.environ['KALENDS_URL']

import pycronofy  # noqa: E402

user = json.loads(os.environ['KALENDS_USER'])
client = pycronofy.Client(
    client_id=user['client_id'],
    client_secret=user['client_secret'],
    access_token=user['access_token'],
)
seen = {}


def events(day, **more):
    times = {'from_date': datetime(2031, 5, day), 'to_date': datetime(2031, 5, day + 4), 'tzid': 'Etc/UTC'}
    return list(client.read_events(**times, **more).all())


seen['types'] = [one['event_type'] for one in events(5)]
seen['warnings'] = [one['code'] for one in client.list_profiles()[0]['profile_warnings']]
monday = [{'start': datetime(2031, 5, 5, 4), 'end': datetime(2031, 5, 5, 22)}]
people = [{'members': [{'sub': user['sub'], 'managed_availability': 'provider'}], 'required': 'all'}]
periods = client.availability(participants=people, required_duration=60, available_periods=monday)
seen['available'] = [[one['start'], one['end']] for one in periods]

calendar_id = client.list_calendars()[0]['calendar_id']
daily = {'event_id': 'daily', 'summary': 'Daily', 'description': ''}
times = {'start': datetime(2031, 5, 12, 10), 'end': datetime(2031, 5, 12, 11)}
recurrence = {'rules': [{'frequency': 'daily', 'count': 3}]}
client.upsert_event(calendar_id, {**daily, **times, 'tzid': 'Etc/UTC', 'recurrence': recurrence})
second = events(12, include_managed=True)[1]
review = {'start': datetime(2031, 5, 13, 14), 'end': datetime(2031, 5, 13, 15), 'summary': 'Review'}
one = {'event_uid': second['event_uid'], 'apply_to': 'instance'}
client.upsert_event(calendar_id, {**daily, **one, **review, 'tzid': 'Etc/UTC'})
seen['changed'] = [event['summary'] for event in events(12, include_managed=True)]
print(json.dumps(seen))
