export type { Period, Periods } from './period.js';
export { intersect, normalise, subtract, toPeriodList, union, widen } from './algebra.js';
export type { Found, MeetingAsk, MemberGroup, MemberTime, SlotAsk } from './ask.js';
export { availablePeriods } from './available-periods.js';
export { askedSlots, availableSlots, overlappingSlots } from './slots.js';
export { busyPeriods, type BusyOptions, type BusyPeriod } from './busy-periods.js';
export { workingTime, type WeeklyPeriod, type WorkingRule } from './working-time.js';
export { unavailablePieces, type RefusalReason, type Unavailable } from './unavailable-pieces.js';
export { sequences, type FoundStep, type SequenceStep } from './sequences.js';
