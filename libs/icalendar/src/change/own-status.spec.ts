import { describe, expect, it } from 'vitest';
import { componentChange } from './apply-change.js';
import { attendeesShown, ownStatus } from './own-status.js';
import type { Attendee, EventComponent } from '../model.js';

const own = ['ada@example.com'];
const [ada, bob]: Attendee[] = [
  { email: 'Ada@Example.com', status: 'needs_action' },
  { email: 'bob@example.com', status: 'declined' },
] as const;

describe('the participation of a calendar’s owner', () => {
  it.each<[string, Pick<EventComponent, 'attendees' | 'own_status'>, Attendee['status'] | undefined]>([
    ['nobody was invited', {}, undefined],
    ['others were invited', { attendees: [bob!] }, undefined],
    ['the owner is in the list', { attendees: [bob!, ada!] }, 'needs_action'],
    ['the provider states it beside the list', { attendees: [bob!, ada!], own_status: 'accepted' }, 'accepted'],
    ['the owner was invited as a member of a group', { attendees: [bob!], own_status: 'tentative' }, 'tentative'],
  ])('given that %s, then it is that of the owner', (_what, component, status) =>
    expect(ownStatus(component, own)).toBe(status),
  );

  it('given what the provider states, when the attendees are shown, then the owner’s line has it, and no other', () => {
    const component = { attendees: [ada!, bob!], own_status: 'accepted' } as EventComponent;
    expect(attendeesShown(component, own)).toEqual([{ ...ada, status: 'accepted' }, bob]);
  });

  it('given what the provider states, when the owner answers, then the answer replaces it', () => {
    const present = { own_status: 'accepted' } as EventComponent;
    const change = { own_attendance: { addresses: own, status: 'declined' as const } };
    expect(componentChange(present, change)).toEqual({ own_status: 'declined' });
  });
});
