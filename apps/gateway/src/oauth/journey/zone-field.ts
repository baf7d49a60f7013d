import { createHash } from 'node:crypto';
import { html, Html } from '@kalends/design';
import type { FastifyReply } from 'fastify';
import type { Texts } from './texts/texts.js';
import { zoneLabel, type NamedZone } from './zones.js';

const browserZone = 'Intl.DateTimeFormat().resolvedOptions().timeZone';
/** The browser knows its zone; nothing else of the journey needs a script. */
const guessScript = `var z=${browserZone};if(z)document.getElementById('tzid').value=z`;
export const chooseScript =
  `var s=document.getElementById('tzid'),z=${browserZone};` +
  'if(z){if(![].some.call(s.options,function(o){return o.value===z}))' +
  "s.add(new Option(z.split('/').pop().replace(/_/g,' '),z));s.value=z}";

const sourceOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Allows the page these inline scripts, and no others. */
export const allowScripts = (reply: FastifyReply, ...texts: string[]): FastifyReply =>
  texts.length === 0
    ? reply
    : reply.header(
        'content-security-policy',
        `${String(reply.getHeader('content-security-policy'))};script-src ${texts.map(sourceOf).join(' ')}`,
      );

export const allowZoneScript = (reply: FastifyReply): FastifyReply => allowScripts(reply, guessScript);

export interface ZoneChoice {
  zones: readonly NamedZone[];
  /** IANA name. */
  guess: string;
  /** Whether the provider has stated it, so that the browser's zone counts less. */
  isStated: boolean;
}

/** The zone of the browser, as far as it is known, for what is connected next. `guess`: IANA name, without the script. */
export const guessedZone = (guess: string): Html =>
  html`<input type="hidden" id="tzid" name="tzid" value="${guess}" />${new Html(`<script>${guessScript}</script>`)}`;

/** The choice of a time zone; the browser's is preselected if it runs the script and the provider states none. */
export const zoneField = (t: Texts, { zones, guess, isStated }: ZoneChoice): Html =>
  html`<div class="field">
    <label for="tzid">${t.timeZone}</label>
    <select id="tzid" name="tzid">
      ${zones.some(({ tzid }) => tzid === guess) ? null : html`<option value="${guess}">${zoneLabel(t.lang, guess)}</option>`}
      ${zones.map(
        ({ tzid, label }) => html`<option value="${tzid}" ${tzid === guess ? html`selected` : null}>${label}</option>`,
      )}
    </select>
    ${isStated ? null : new Html(`<script>${chooseScript}</script>`)}
  </div>`;
