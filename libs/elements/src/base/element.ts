import { elementStyles } from '@kalends/design';
import { directionOf, textsFor, type Texts } from '../texts/texts.js';
import { call, CallFailed, type Connection, type Problem } from './client.js';
import { h } from './dom.js';
import { isZone, ownZone } from './time.js';

/** Without a browser the classes exist, so that a server can import the package. */
const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement;

let sheet: CSSStyleSheet | undefined;

/** One sheet for all Elements of a page; no policy forbids it. */
function styleSheet(): CSSStyleSheet {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(elementStyles);
  }
  return sheet;
}

const isLocale = (text: string): boolean => {
  try {
    return Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
};

/** What every Element has: attributes, texts, calls with the token, errors in words. */
export abstract class KalendsElement extends Base {
  static observedAttributes = ['api', 'element-token', 'locale', 'tzid'];

  /** Returns a new element token when the present one has ended. */
  refresh: (() => string | Promise<string>) | null = null;
  protected failure: Problem | null = null;
  private readonly view: ShadowRoot | null;
  private readonly live: HTMLElement | null;
  private chosenZone: string | null = null;
  private isScheduled = false;
  private hasBegun = false;
  private isRenewing = false;

  constructor() {
    super();
    this.view = this.attachShadow?.({ mode: 'open' }) ?? null;
    this.live = this.view ? h('p', { class: 'hidden', role: 'status' }) : null;
    if (this.view) this.view.adoptedStyleSheets = [styleSheet()];
  }

  /** An Element that is moved within its page keeps what it has. */
  connectedCallback(): void {
    if (this.hasBegun) return this.update();
    this.hasBegun = true;
    this.reload();
  }

  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    if (before === after || !this.isConnected || this.isRenewing) return;
    if (name === 'tzid') this.chosenZone = null;
    if (name === 'locale') this.update();
    else this.reload();
  }

  get elementToken(): string {
    return this.getAttribute('element-token') ?? '';
  }
  set elementToken(token: string) {
    this.setAttribute('element-token', token);
  }

  get locale(): string {
    const given = this.getAttribute('locale') ?? '';
    return given !== '' && isLocale(given) ? given : navigator.language;
  }

  get tzid(): string {
    const given = this.chosenZone ?? this.getAttribute('tzid') ?? '';
    return given !== '' && isZone(given) ? given : ownZone();
  }

  /** What the reader chooses stays until the page sets another. */
  protected chooseZone(tzid: string): void {
    this.chosenZone = tzid;
    this.fire('zone-changed', { tzid });
  }

  protected get texts(): Texts {
    return textsFor(this.locale);
  }

  protected get isRtl(): boolean {
    return directionOf(this.locale) === 'rtl';
  }

  protected get connection(): Connection {
    const api = (this.getAttribute('api') ?? '').replace(/\/$/, '');
    return { api, token: this.elementToken, renew: () => this.renew() };
  }

  /** Begins again: with other attributes, or after a failure. */
  abstract reload(): void;
  protected abstract content(): Node[];

  /** Renders soon, once for any number of changes. */
  protected update(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    queueMicrotask(() => {
      this.isScheduled = false;
      if (this.isConnected) this.render();
    });
  }

  /** The focus stays on what it was on, or where a use case wants it (`data-focus`). */
  private render(): void {
    const root = this.view!;
    const focused = root.activeElement?.getAttribute('data-key');
    const lang = this.locale;
    const body = this.failure === null ? this.content() : [this.failed(this.failure)];
    const frame = h('div', { class: 'frame', lang, dir: this.isRtl ? 'rtl' : 'ltr', part: 'frame' }, ...body);
    root.replaceChildren(frame, this.live!);
    const wanted = root.querySelector<HTMLElement>('[data-focus]');
    const same = [...root.querySelectorAll<HTMLElement>('[data-key]')].find((one) => one.dataset.key === focused);
    if (wanted && focused !== undefined) wanted.focus();
    else if (focused) same?.focus();
  }

  private failed(problem: Problem): HTMLElement {
    const { away, denied, ended, wrong, tryAgain } = this.texts;
    const words = { away, denied, ended, wrong, conflict: away, missing: wrong }[problem];
    const retry = h('button', { class: 'quiet', 'data-key': 'retry', onclick: () => this.reload() }, tryAgain);
    return h('div', { class: 'notice', role: 'alert', part: 'error' }, h('p', {}, words), retry);
  }

  protected announce(words: string): void {
    this.live!.textContent = words;
  }

  protected find<T extends HTMLElement>(selector: string): T[] {
    return [...(this.view?.querySelectorAll<T>(selector) ?? [])];
  }

  /** Events cross the shadow roots that an Element is in. */
  protected fire(type: string, detail: object = {}): boolean {
    return this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true, cancelable: true }));
  }

  /** Shows why a call failed, and reports it to the page. */
  protected fail(error: unknown): void {
    if (!(error instanceof CallFailed)) throw error;
    this.failure = error.problem;
    const { status, body } = error;
    this.fire('kalends-error', { problem: error.problem, status, ...body });
    this.update();
  }

  protected call<T>(path: string, body?: object): Promise<T> {
    return call<T>(this.connection, path, body);
  }

  private async renew(): Promise<string | null> {
    this.fire('token-expired');
    const token = await Promise.resolve(this.refresh?.()).catch(() => undefined);
    if (typeof token !== 'string' || token === '') return null;
    // without attributeChangedCallback's reload: the call in progress continues with it
    this.isRenewing = true;
    this.elementToken = token;
    this.isRenewing = false;
    return token;
  }
}

/** Defines an Element once, however often the script is loaded. */
export function define(name: string, element: CustomElementConstructor): void {
  if (globalThis.customElements && !customElements.get(name)) customElements.define(name, element);
}
