"""Google's own client, against the simulator at SIMULATOR_URL with the token SIMULATOR_TOKEN; prints what it received."""

import json
import os

from google.oauth2.credentials import Credentials
from googleapiclient.discovery import build
from googleapiclient.errors import HttpError

service = build(
    "calendar",
    "v3",
    credentials=Credentials(os.environ["SIMULATOR_TOKEN"]),
    client_options={"api_endpoint": os.environ["SIMULATOR_URL"] + "/calendar/v3/"},
    static_discovery=True,
)
events = service.events()
result = {}


def at(hour):
    return {"dateTime": f"2026-12-01T{hour}:00:00", "timeZone": "Europe/London"}


result["calendars"] = [one["summary"] for one in service.calendarList().list().execute()["items"]]
created = events.insert(
    calendarId="primary",
    body={"summary": "Lunch", "start": at(12), "end": at(13), "recurrence": ["RRULE:FREQ=DAILY;COUNT=3"]},
).execute()
patched = events.patch(calendarId="primary", eventId=created["id"], body={"location": "Hall"}).execute()
result["patched"] = [patched["summary"], patched["location"]]
result["instances"] = [
    one["start"]["dateTime"]
    for one in events.instances(calendarId="primary", eventId=created["id"]).execute()["items"]
]
first = events.list(calendarId="primary", singleEvents=True, orderBy="startTime", maxResults=2)
second = events.list_next(first, first.execute())
result["second_page"] = len(second.execute()["items"])
asked = {"timeMin": "2026-12-01T00:00:00Z", "timeMax": "2026-12-02T00:00:00Z", "items": [{"id": "ada@example.com"}]}
result["busy"] = service.freebusy().query(body=asked).execute()["calendars"]["ada@example.com"]["busy"]
token = events.list(calendarId="primary").execute()["nextSyncToken"]
events.delete(calendarId="primary", eventId=created["id"]).execute()
changed = events.list(calendarId="primary", syncToken=token).execute()["items"]
result["changed"] = [[one["id"] == created["id"], one["status"]] for one in changed]
try:
    events.get(calendarId="primary", eventId="unknown").execute()
except HttpError as error:
    result["refused"] = [error.status_code, error.error_details[0]["reason"]]
print(json.dumps(result))
