import { html, providerMark, type Html } from '@kalends/design';
import { consentIdOf, isBuiltIn, isPublished, type AccountKind, type Preset } from '@kalends/provider-registry';
import { journeyPage } from '../journey/journey-page.js';
import { foreignNotice, journeyField, leave, type Shown } from '../journey/shown.js';
import { localized } from '../journey/texts/localized.js';
import type { Texts } from '../journey/texts/texts.js';
import { guessedZone } from '../journey/zone-field.js';

/** A button that begins with one provider. */
interface Offer {
  /** `provider_name` of the form. */
  value: string;
  mark: string;
  title: string;
  note: string | null;
}

export interface Choice {
  /** The provider that the application requested, or null. */
  chosen: string | null;
  /** Names of profiles that this browser's account already has. */
  connected: readonly string[];
  /** Where somebody else than the connected person begins; null: the application decides whose account it is. */
  other: string | null;
  /** The account that a link token names, if this browser is not linked to it. */
  foreign: string | null;
  /** The kinds of accounts, in order. */
  offered: readonly AccountKind[];
  /** IANA zone. */
  guess: string;
}

const offerButton = ({ value, mark, title, note }: Offer): Html =>
  html`<button class="provider ${mark}" name="provider_name" value="${value}">
    ${providerMark(mark)}<span>${title}${note === null ? null : html`<small>${note}</small>`}</span>
  </button>`;

function markOf(provider_name: string): string {
  if (provider_name === 'apple') return provider_name;
  if (isBuiltIn({ provider_name })) return 'built-in';
  return isPublished({ provider_name }) ? 'published' : 'server';
}

/** Providers at which people sign in have the words that those prescribe for their buttons. */
function offerOf(t: Texts, { name, title, note }: AccountKind): Offer {
  const consent = consentIdOf(name);
  const own = localized(t, title);
  const offer = { value: name, note: localized(t, note) };
  if (consent === 'google') return { ...offer, mark: consent, title: t.signInWith('Google'), note: own };
  if (consent !== null) return { ...offer, mark: consent, title: own };
  const mark = markOf(name);
  return { ...offer, mark, title: own };
}

const presetOffer = ({ id, name }: Preset): Offer => ({ value: id, mark: id, title: name, note: null });

/** Calendars that this service stores itself come last: most people have one elsewhere. */
const isOwn = ({ mark }: Offer) => mark === 'built-in';

/** The requested one first. */
const inOrder = (offers: readonly Offer[], chosen: string | null): Offer[] =>
  [...offers].sort((a, b) => Number(b.value === chosen) - Number(a.value === chosen));

const connectedSection = ({ t }: Shown, { connected, other }: Choice): Html | null =>
  connected.length === 0
    ? null
    : html`<fieldset>
        <legend>${t.connectedAlready}</legend>
        <ul>
          ${connected.map((name) => html`<li>${name}</li>`)}
        </ul>
        ${offerButton({ value: 'connected', mark: 'built-in', title: t.theConnected, note: t.theConnectedNote })}
        ${other === null ? null : html`<p><a href="${other}">${t.notYou}</a></p>`}
      </fieldset>`;

/** The choice of a calendar to connect. */
export function choosePage(shown: Shown, choice: Choice): string {
  const { t, brand } = shown;
  const { chosen, foreign, offered, guess } = choice;
  const isMain = ({ name }: AccountKind) => consentIdOf(name) !== null || name === 'apple';
  const main = offered.filter(isMain).map((one) => offerOf(t, one));
  const others = offered.filter((one) => !isMain(one));
  const more = [
    ...others.flatMap(({ presets = [] }) => presets.map(presetOffer)),
    ...others.map((one) => offerOf(t, one)).sort((a, b) => Number(isOwn(a)) - Number(isOwn(b))),
  ];
  return journeyPage(
    { t, title: t.connectCalendar, brand },
    html`<h1>${t.connectTo(brand.name)}</h1>
      ${foreignNotice(t, foreign)}
      <form method="post" action="/oauth/authorize/connect">
        ${journeyField(shown)} ${guessedZone(guess)} ${connectedSection(shown, choice)}
        <fieldset>
          <legend>${t.whichCalendar}</legend>
          <div class="providers">${inOrder(main, chosen).map(offerButton)}</div>
        </fieldset>
        <fieldset>
          <legend>${t.otherCalendars}</legend>
          <div class="providers more">${inOrder(more, chosen).map(offerButton)}</div>
        </fieldset>
      </form>
      ${leave(shown, { isFirst: true })}`,
  );
}
