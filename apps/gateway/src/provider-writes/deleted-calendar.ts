/** Of a calendar that its provider does not list any more; a list does not say which of the two it was. */
export const deletedCalendar = {
  description:
    'The calendar was deleted at its provider, or is no longer shared with the user. Its events are deleted here as well.',
  advice:
    'If that was a mistake, the user restores it at the provider: it is read again under the same id. Otherwise the application writes to another calendar of the user.',
};
