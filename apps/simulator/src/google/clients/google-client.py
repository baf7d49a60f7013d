"""Google's own client, against the simulator at SIMULATOR_URL with the token SIMULATOR_TOKEN; prints what it received."""

import json
import os

from google.oauth2.credentials import Credentials
from googleapiclient.discovery import build
from googleapiclient.errors import HttpError
from googleapiclient.http import BatchHttpRequest

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
quick = events.quickAdd(calendarId="primary", text="Review on 3 June 2027 at 10:00 for 2 hours").execute()
result["quick"] = [quick["summary"], quick["start"]["dateTime"], quick["end"]["dateTime"]]

acl = service.acl()
rule = acl.insert(
    calendarId="team", body={"role": "reader", "scope": {"type": "user", "value": "grace@example.com"}}
).execute()
acl.patch(calendarId="team", ruleId=rule["id"], body={"role": "writer"}).execute()
result["rules"] = [[one["id"], one["role"]] for one in acl.list(calendarId="team").execute()["items"]]
acl.update(calendarId="team", ruleId=rule["id"], body={"role": "reader", "scope": rule["scope"]}).execute()
result["rule"] = acl.get(calendarId="team", ruleId=rule["id"]).execute()["role"]
acl.delete(calendarId="team", ruleId=rule["id"]).execute()

watch = {"type": "web_hook", "address": "http://127.0.0.1:9/"}
channels = [
    acl.watch(calendarId="team", body={**watch, "id": "rules"}),
    service.calendarList().watch(body={**watch, "id": "list"}),
    service.settings().watch(body={**watch, "id": "settings"}),
    events.watch(calendarId="primary", body={**watch, "id": "events"}),
]
result["channels"] = [one.execute()["id"] for one in channels]

moved = events.insert(calendarId="primary", body={"summary": "Moved", "start": at("09"), "end": at(10)}).execute()
events.move(calendarId="primary", eventId=moved["id"], destination="team").execute()
service.calendars().transferOwnership(
    calendarId="team", newDataOwner="grace@example.com", useAdminAccess=True
).execute()
result["owner"] = service.calendars().get(calendarId="team").execute()["dataOwner"]

batched = []
batch = BatchHttpRequest(
    callback=lambda _id, answer, error: batched.append(error.status_code if error else answer["summary"]),
    batch_uri=os.environ["SIMULATOR_URL"] + "/batch/calendar/v3",
)
batch.add(events.get(calendarId="team", eventId=moved["id"]))
batch.add(events.get(calendarId="primary", eventId="unknown"))
batch.add(events.insert(calendarId="primary", body={"summary": "Batched", "start": at(14), "end": at(15)}))
batch.execute()
result["batched"] = batched
try:
    events.get(calendarId="primary", eventId="unknown").execute()
except HttpError as error:
    result["refused"] = [error.status_code, error.error_details[0]["reason"]]
print(json.dumps(result))
