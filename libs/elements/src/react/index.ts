import { createElement, useEffect, useRef, type ReactElement, type ReactNode } from 'react';
import '../index.js';

type Listeners = Readonly<{ [event: string]: string }>;

interface Common {
  /** The address of Kalends. */
  api: string;
  elementToken?: string;
  /** Returns a new element token when the present one has ended. */
  refresh?: () => string | Promise<string>;
  locale?: string;
  tzid?: string;
  theme?: 'light' | 'dark';
  className?: string;
  children?: ReactNode;
  onError?: (event: CustomEvent) => void;
}

type Handlers<Names extends string> = { [Name in Names]?: (event: CustomEvent) => void };

const attributeOf = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const asProperties = new Set(['query', 'refresh']);

/** A component of an Element: texts are attributes, `query` and `refresh` properties, `on…` listeners of the Element's events. */
function wrap<Props extends Common>(tag: string, listeners: Listeners): (props: Props) => ReactElement {
  const events = { ...listeners, onError: 'kalends-error' };
  return (props) => {
    const ref = useRef<HTMLElement>(null);
    const latest = useRef(props);
    latest.current = props;
    const given = new Map(Object.entries(props));
    const query = JSON.stringify(given.get('query') ?? null);
    useEffect(() => {
      const element = ref.current!;
      const removals = Object.entries(events).map(([handler, event]) => {
        const listen = (happened: Event) =>
          (new Map(Object.entries(latest.current)).get(handler) as ((event: Event) => void) | undefined)?.(happened);
        element.addEventListener(event, listen);
        return () => element.removeEventListener(event, listen);
      });
      return () => removals.forEach((remove) => remove());
    }, []);
    const canRefresh = props.refresh !== undefined;
    useEffect(() => {
      const element = ref.current! as HTMLElement & { refresh?: unknown };
      element.refresh = canRefresh ? () => latest.current.refresh!() : null;
    }, [canRefresh]);
    const sent = useRef<string | null>(null);
    useEffect(() => {
      // the same query is not sent again, neither after a rendering nor in strict mode, where effects run twice
      if (!given.has('query') || sent.current === query) return;
      sent.current = query;
      (ref.current! as HTMLElement & { query?: unknown }).query = JSON.parse(query) as unknown;
    }, [query]);
    const attributes = [...given].filter(([name, value]) => typeof value === 'string' && !asProperties.has(name));
    const named = attributes.map(
      ([name, value]) => [name === 'className' ? 'class' : attributeOf(name), value] as const,
    );
    return createElement(tag, { ref, ...Object.fromEntries(named) }, props.children);
  };
}

interface Query {
  /** As `POST /v1/availability` takes it. */
  query: object;
}

export const SlotPicker = wrap<Common & Query & Handlers<'onSlotSelected' | 'onNoSlots'>>('kalends-slot-picker', {
  onSlotSelected: 'slot-selected',
  onNoSlots: 'no-slots',
});

export const Booking = wrap<Common & Query & Handlers<'onBooked' | 'onHoldPlaced' | 'onNoSlots'>>('kalends-booking', {
  onBooked: 'booked',
  onHoldPlaced: 'hold-placed',
  onNoSlots: 'no-slots',
});

export const AvailabilityViewer = wrap<
  Common & Query & { startTime?: string; endTime?: string } & Handlers<'onPeriodSelected' | 'onWeekChanged'>
>('kalends-availability-viewer', { onPeriodSelected: 'period-selected', onWeekChanged: 'week-changed' });

export const WorkingHours = wrap<Common & { ruleId?: string } & Handlers<'onRuleSaved' | 'onRuleEdited'>>(
  'kalends-working-hours',
  { onRuleSaved: 'rule-saved', onRuleEdited: 'rule-edited' },
);

export const Agenda = wrap<Common & Handlers<'onEventSelected' | 'onWeekChanged'>>('kalends-agenda', {
  onEventSelected: 'event-selected',
  onWeekChanged: 'week-changed',
});

export const ConnectButton = wrap<
  Common & {
    clientId: string;
    redirectUri: string;
    scope?: string;
    state?: string;
    provider?: string;
  } & Handlers<'onConnect'>
>('kalends-connect-button', { onConnect: 'connect' });
