import { json, nothing, objectOf, type Answer, type SimulatorRequest } from '../../http/routing.js';
import { ApiError, invalid, notFound } from '../api-error.js';
import { placeOf, type Place } from '../authenticate.js';
import { roles, type AclRule } from '../model.js';
import type { GoogleStore } from '../store.js';
import { pageOf } from './paging.js';
import { etagOf } from './resources.js';

const idOf = ({ type, value }: AclRule['scope']) => (type === 'default' ? 'default' : `${type}:${value}`);

const present = ({ role, scope, changed }: AclRule) => ({
  kind: 'calendar#aclRule',
  etag: etagOf(changed),
  id: idOf(scope),
  scope,
  role,
});

function roleIn({ role }: Record<string, unknown>): AclRule['role'] {
  const known = [...roles, 'none'] as const;
  const found = known.find((one) => one === role);
  if (found === undefined) throw invalid('Invalid value for role.');
  return found;
}

function scopeIn(body: Record<string, unknown>): AclRule['scope'] {
  const { type, value } = (body['scope'] ?? {}) as { type?: string; value?: string };
  if (type === 'default') return { type };
  if (type !== 'user' && type !== 'group' && type !== 'domain') throw invalid('Invalid scope type.');
  const form = type === 'domain' ? /^[^\s@:]{1,255}$/ : /^[^\s@:]{1,64}@[^\s@:]{1,255}$/;
  if (value === undefined || !form.test(value)) throw invalid('Invalid scope value.');
  return { type, value: value.toLowerCase() };
}

/** Sets a rule; who has the calendar in their list gets its role there, or loses it. */
function set(store: GoogleStore, { calendar, grant }: Place, { role, scope }: Omit<AclRule, 'changed'>): AclRule {
  if (idOf(scope) === `user:${grant.email}`)
    throw new ApiError(403, 'cannotChangeOwnAcl', 'Cannot change your own access level.', {}, 'calendar');
  const rule = { role, scope, changed: store.next() };
  calendar.rules.set(idOf(scope), rule);
  for (const [email, list] of store.lists) {
    const entry = list.find(({ calendarId, deleted }) => calendarId === calendar.id && !deleted);
    const accessRole = store.roleIn(calendar, email);
    if (!entry || entry.accessRole === accessRole) continue;
    Object.assign(entry, accessRole ? { accessRole } : { deleted: true }, { changed: store.next() });
  }
  return rule;
}

function ruleOf(place: Place, request: SimulatorRequest): AclRule {
  const rule = place.calendar.rules.get(request.params['ruleId']!);
  if (!rule || rule.role === 'none') throw notFound();
  return rule;
}

/** acl.list: removed rules have the role `none`. */
export function listRules(store: GoogleStore, request: SimulatorRequest): Answer {
  const { calendar } = placeOf(store, request, 'writer');
  const query = request.url.searchParams;
  const items = [...calendar.rules].map(([key, rule]) => ({ ...rule, key }));
  const listing = { of: `acl ${calendar.id}`, epoch: calendar.epoch, latest: store.latest, items, query };
  const isShown = ({ role }: AclRule, isDelta: boolean) =>
    role !== 'none' || isDelta || query.get('showDeleted') === 'true';
  const page = pageOf({ ...listing, defaultSize: 100, maxSize: 250 }, isShown);
  return json({ kind: 'calendar#acl', etag: etagOf(store.latest), ...page.tokens, items: page.items.map(present) });
}

/** acl.get */
export function getRule(store: GoogleStore, request: SimulatorRequest): Answer {
  return json(present(ruleOf(placeOf(store, request, 'writer'), request)));
}

/** acl.insert: a rule for somebody who has one replaces it. The calendar is not put into anybody's list. */
export function insertRule(store: GoogleStore, request: SimulatorRequest): Answer {
  const place = placeOf(store, request, 'owner');
  const body = objectOf(request);
  return json(present(set(store, place, { role: roleIn(body), scope: scopeIn(body) })));
}

/** acl.patch and acl.update: the role; whom a rule is for cannot change. */
export function changeRule(store: GoogleStore, request: SimulatorRequest, how: 'patch' | 'update'): Answer {
  const place = placeOf(store, request, 'owner');
  const { scope, role } = ruleOf(place, request);
  const body = objectOf(request);
  const isOther = (body['scope'] !== undefined || how === 'update') && idOf(scopeIn(body)) !== idOf(scope);
  if (isOther) throw invalid('The scope of a rule cannot be changed.');
  const next = body['role'] === undefined && how === 'patch' ? role : roleIn(body);
  return json(present(set(store, place, { role: next, scope })));
}

/** acl.delete */
export function deleteRule(store: GoogleStore, request: SimulatorRequest): Answer {
  const place = placeOf(store, request, 'owner');
  const { scope } = ruleOf(place, request);
  set(store, place, { role: 'none', scope });
  return nothing();
}
