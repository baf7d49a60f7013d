/** Safeguards of changes to events that an application did not create; entries as in `faults.mjs`. */
export const permissionFaults = [
  {
    name: 'only the owner of a calendar, signed in at its provider, allows changes to all of its events',
    file: 'apps/gateway/src/oauth/decide-permissions/decide-proof.ts',
    safeguard: 'isLinked : proved.includes(profile.profile_id);',
    fault: 'isLinked : isLinked || proved.includes(profile.profile_id);',
    test: 'apps/gateway/src/oauth/decide-permissions/decide-permissions.spec.ts',
  },
  {
    name: 'changes to all events are allowed only after the proof',
    file: 'apps/gateway/src/oauth/decide-permissions/decide-permissions.controller.ts',
    safeguard: "decision === 'allow' && next === null",
    fault: "decision === 'allow'",
    test: 'apps/gateway/src/oauth/decide-permissions/decide-permissions.spec.ts',
  },
  {
    name: 'an identity of another profile proves nothing about this one',
    file: 'apps/gateway/src/oauth/decide-permissions/decide-permissions.handler.ts',
    safeguard: 'return owner && owner.profile_id !== profileId ? connectedElsewhere : null;',
    fault: 'return null;',
    test: 'apps/gateway/src/oauth/decide-permissions/decide-permissions.spec.ts',
  },
  {
    name: 'an external event is changed only where its user allows it',
    file: 'apps/gateway/src/events/accept-write/decide-external.ts',
    safeguard: '  if (!calendar.unrestricted) throw sandboxed();\n',
    fault: '',
    test: 'apps/gateway/src/events/upsert-event/external-event.spec.ts',
  },
  {
    name: 'extended permissions end with the access',
    file: 'apps/gateway/src/tokens/grants.ts',
    safeguard: '    await db.unrestrictedCalendar.deleteMany({ where: { account_id } });\n',
    fault: '',
    test: 'apps/gateway/src/tokens/end-grants.spec.ts',
  },
];
