/** The event_uid of the series that an instance belongs to (EVT-8); that of any other event is its own. */
export const seriesUid = (eventUid: string): string => eventUid.replace(/_\d{8}(T\d{6}Z)?$/, '');
