import { createHash } from 'node:crypto';
import { html, Html } from '@kalends/design';
import type { FastifyReply } from 'fastify';
import type { Texts } from './texts/texts.js';
import type { NamedZone } from './zones.js';

/** The browser knows its zone; nothing else of the journey needs a script. */
const script =
  "var s=document.getElementById('tzid'),z=Intl.DateTimeFormat().resolvedOptions().timeZone;" +
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

export const allowZoneScript = (reply: FastifyReply): FastifyReply => allowScripts(reply, script);

export interface ZoneChoice {
  zones: readonly NamedZone[];
  /** IANA name. */
  guess: string;
}

/** The choice of a time zone, which the browser makes by itself if it runs the script. */
export const zoneField = (t: Texts, { zones, guess }: ZoneChoice): Html =>
  html`<div class="field">
    <label for="tzid">${t.timeZone}</label>
    <select id="tzid" name="tzid">
      ${zones.map(
        ({ tzid, label }) => html`<option value="${tzid}" ${tzid === guess ? html`selected` : null}>${label}</option>`,
      )}
    </select>
    ${new Html(`<script>${script}</script>`)}
  </div>`;
