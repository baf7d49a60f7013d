import type { ExtendedTransparency } from '../model.js';

/** Microsoft's property for what RFC 5545 §3.8.2.7 lacks. */
export const BUSY_STATUS = 'X-MICROSOFT-CDO-BUSYSTATUS';

const values: [value: string, extended: ExtendedTransparency][] = [
  ['OOF', 'out_of_office'],
  ['WORKINGELSEWHERE', 'working_elsewhere'],
  ['TENTATIVE', 'tentative'],
];

/** What a value of {@link BUSY_STATUS} adds to TRANSP; nothing for BUSY and FREE. */
export const extendedTransparencyOf = (value = ''): ExtendedTransparency | undefined =>
  values.find(([name]) => name === value.trim().toUpperCase())?.[1];

export const busyStatusOf = (extended: ExtendedTransparency): string => values.find(([, one]) => one === extended)![0];
