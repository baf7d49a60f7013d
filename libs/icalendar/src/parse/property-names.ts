/** RFC 7986 §5.11, and what Google and Microsoft write beside it. */
export const CONFERENCE_NAMES = ['CONFERENCE', 'X-GOOGLE-CONFERENCE', 'X-MICROSOFT-SKYPETEAMSMEETINGURL'];
