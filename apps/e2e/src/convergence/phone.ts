import type { GoogleResource } from './google.js';

/** Epoch ms; all-day events begin and end at midnight UTC. */
export interface Times {
  start: number;
  end: number;
  isAllDay: boolean;
  /** Zones with a constant offset, so that the oracle needs no zone rules. */
  zone: Zone;
}

export const zones = ['UTC', 'Asia/Kolkata', 'Asia/Tokyo'] as const;
export type Zone = (typeof zones)[number];

export interface NewEvent extends Times {
  summary: string;
  transparency: 'opaque' | 'transparent';
  rule: string | null;
}

/** Another calendar app, directly at the provider; a change is done when its promise resolves. */
export interface Phone {
  create(id: string, event: NewEvent): Promise<void>;
  rename(id: string, summary: string): Promise<void>;
  /** Never for a series with changed instances. */
  move(id: string, times: Times): Promise<void>;
  remove(id: string): Promise<void>;
  /** Moves the series' nth instance, or cancels it. */
  changeInstance(id: string, index: number, to: Omit<Times, 'isAllDay'> | null): Promise<void>;
  isAllDay(id: string): Promise<boolean>;
  /** The provider's own data, in the form of Google's resources. */
  stored(): Promise<GoogleResource[]>;
}

export const day = 86_400_000;
/** A UTC instant without milliseconds. */
export const iso = (ms: number): string => new Date(ms).toISOString().replace('.000', '');
/** The time between two instances. */
export const stepOf = (rule: string): number => (rule.includes('DAILY') ? day : 7 * day);
