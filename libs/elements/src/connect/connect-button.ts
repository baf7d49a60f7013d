import { h, icon, icons } from '../base/dom.js';
import { KalendsElement } from '../base/element.js';

/** Attributes that the link has as parameters, by their names there. */
const parameters = [['client-id', 'client_id'], ['redirect-uri', 'redirect_uri'], ['scope', 'scope'], ['state', 'state'], ['provider', 'provider_name'], ['link-token', 'link_token']] as const; // prettier-ignore

/** `<kalends-connect-button>`: begins the journey on which a user connects a calendar. It needs no token. */
export class ConnectButton extends KalendsElement {
  static override observedAttributes = ['api', 'locale', ...parameters.map(([name]) => name)];

  reload(): void {
    this.update();
  }

  /** Where the button leads. */
  get href(): string {
    const query = new URLSearchParams({ response_type: 'code' });
    for (const [attribute, name] of parameters) {
      const value = this.getAttribute(attribute);
      if (value !== null && value !== '') query.set(name, value);
    }
    return `${this.connection.api}/oauth/authorize?${query}`;
  }

  protected content(): Node[] {
    const { href } = this;
    const onclick = (event: Event) => void (this.fire('connect', { href }) || event.preventDefault());
    // an address that is no web address, such as a script, is none
    const isWeb = /^https?:$/.test(URL.canParse(href, location.href) ? new URL(href, location.href).protocol : '');
    const label = (this.textContent ?? '').trim() || this.texts.connect;
    return [
      h('a', { class: 'button', href: isWeb ? href : null, part: 'button', onclick }, icon(icons.calendar), label),
    ];
  }
}
