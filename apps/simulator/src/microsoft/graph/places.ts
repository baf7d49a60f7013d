import type { Room, RoomList } from '@microsoft/microsoft-graph-types';
import { json, type Answer, type SimulatorRequest } from '../../http/routing.js';
import { accessDenied, itemNotFound } from '../graph-error.js';
import type { MicrosoftUser } from '../model.js';
import type { MicrosoftStore } from '../store.js';
import { grantOf } from './authenticate.js';
import { onlyOptions, pageOf } from './odata.js';

/** Refuses personal accounts, which have no places. */
function requireOrganization(store: MicrosoftStore, request: SimulatorRequest): void {
  const { email } = grantOf(store, request, 'Place.Read.All');
  if (store.users.get(email)!.kind === 'personal') throw accessDenied();
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
  requireOrganization(store, request);
  onlyOptions(request, '$top', '$skip');
  const { list } = request.params;
  if (list !== undefined && !store.roomLists.has(list)) throw itemNotFound();
  const rooms = [...store.users.values()].filter(({ room }) => room && (list === undefined || room.list === list));
  return json(pageOf(request, rooms.map(present), 100));
}

/** GET /places/microsoft.graph.roomlist */
export function listRoomLists(store: MicrosoftStore, request: SimulatorRequest): Answer {
  requireOrganization(store, request);
  onlyOptions(request, '$top', '$skip');
  const lists = [...store.roomLists].map(([emailAddress, displayName]): RoomList => ({
    id: emailAddress,
    displayName,
    emailAddress,
  }));
  return json(pageOf(request, lists, 100));
}
