import type { Room, RoomList } from '@microsoft/microsoft-graph-types';
import { json, type Answer, type SimulatorRequest } from '../../http/routing.js';
import { accessDenied, itemNotFound } from '../graph-error.js';
import type { MicrosoftUser } from '../model.js';
import type { MicrosoftStore } from '../store.js';
import { grantOf } from './authenticate.js';
import { onlyOptions, pageOf } from './odata.js';

/** The organization whose places are requested; personal accounts are refused, since they have none. */
function organizationOf(store: MicrosoftStore, request: SimulatorRequest): string {
  const { email } = grantOf(store, request, 'Place.Read.All');
  const { kind, tid } = store.users.get(email)!;
  if (kind === 'personal') throw accessDenied();
  return tid;
}

const present = ({ oid, name, email, room }: MicrosoftUser): Room => ({
  id: oid,
  displayName: name,
  nickname: name,
  emailAddress: email,
  capacity: room!.capacity,
  building: room!.building,
  bookingType: 'standard',
  isWheelChairAccessible: false,
  tags: [],
});

/** GET /places/microsoft.graph.room, or the rooms of a list by its address. */
export function listRooms(store: MicrosoftStore, request: SimulatorRequest): Answer {
  const organization = organizationOf(store, request);
  onlyOptions(request, '$top', '$skip');
  const { list } = request.params;
  if (list !== undefined && !store.roomLists.has(list)) throw itemNotFound();
  const rooms = [...store.users.values()].filter(
    ({ room, tid }) => room && tid === organization && (list === undefined || room.list === list),
  );
  return json(pageOf(request, rooms.map(present), 100));
}

/** GET /places/microsoft.graph.roomlist */
export function listRoomLists(store: MicrosoftStore, request: SimulatorRequest): Answer {
  organizationOf(store, request);
  onlyOptions(request, '$top', '$skip');
  const lists = [...store.roomLists].map(([emailAddress, displayName]): RoomList => ({
    id: emailAddress,
    displayName,
    emailAddress,
  }));
  return json(pageOf(request, lists, 100));
}
