import type { EventComponent } from '../model.js';
import { JCalComponent, paramText, propertiesOf } from './jcal.js';
import { CONFERENCE_NAMES } from './property-names.js';

/** The first conference that is joined at a web address, else the first one. */
export function conferenceOf(vevent: JCalComponent): Pick<EventComponent, 'conference_url' | 'conference_name'> {
  const all = CONFERENCE_NAMES.flatMap((name) => propertiesOf(vevent, name.toLowerCase()));
  const found = all.find(([, , , value]) => /^https?:/i.test(String(value))) ?? all[0];
  if (!found || String(found[3] ?? '') === '') return {};
  const label = paramText(found, 'label');
  return { conference_url: String(found[3]), ...(label ? { conference_name: label } : {}) };
}
