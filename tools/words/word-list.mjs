/**
 * Words that documents, comments, log texts, test names and what users read do not use; `docs/glossary.md` has the reasons. `instead`: what
 * a maintainer would write. A pattern matches within a line, ignoring case.
 */
export const wordList = [
  { word: 'held', pattern: /\b(held|withheld|upheld)\b/i, instead: 'stored, cached, kept, locked' },
  {
    word: 'holds',
    pattern:
      /\b(it|that|which|who|and|or|row|rows|database|file|table|cache|process|token|account|test|server|map|thread|list|each|one|nobody|statement|holding) holds\b|\bholding\b/i,
    instead: 'stores, contains, keeps, locks',
  },
  { word: 'told', pattern: /\b(told|tells?|telling)\b/i, instead: 'published, sent, notified, reported' },
  { word: 'says', pattern: /\b(says|said)\b/i, instead: 'reports, states, returns, means' },
  { word: 'asks', pattern: /\bask(s|ed|ing|(?! (its|the) user))\b/i, instead: 'requests, queries, reads, prompts' },
  { word: 'looks at', pattern: /\blook(s|ed|ing)? (at|through)\b/i, instead: 'examines, checks, scans, polls' },
  {
    word: 'comes again',
    pattern: /\b(comes?|coming|came) (again|round)\b/i,
    instead: 'is redelivered, repeats, recurs',
  },
  { word: 'of use', pattern: /\bof (no )?use\b/i, instead: 'useful' },
  { word: 'of ours', pattern: /\bof (ours|theirs)\b/i, instead: 'our, their' },
  { word: 'for good', pattern: /\bfor good\b/i, instead: 'permanently' },
  { word: 'anew', pattern: /\banew\b/i, instead: 'again' },
  { word: 'under way', pattern: /\b(under way|on (its|their|the) way)\b/i, instead: 'pending, in flight, in progress' },
  { word: 'lies', pattern: /\b(lies|lay)\b/i, instead: 'is, is stored' },
  { word: 'goes on', pattern: /\b(go|goes|going|went) on\b/i, instead: 'continues' },
  { word: 'life sign', pattern: /\blife signs?\b/i, instead: 'heartbeat' },
  { word: 'written down', pattern: /\b(written|writes?|wrote) (it |them )?down\b/i, instead: 'recorded, stored' },
  {
    word: 'chores',
    pattern: /\b(chores?|patience|departures?)\b/i,
    instead: 'maintenance, timeout, pending revocation',
  },
  { word: 'nowhere', pattern: /(?<!`)\bnowhere\b(?!`)/i, instead: 'not in any calendar, an unknown address' },
  { word: 'wire', pattern: /\b(on the wire|wire (form|format))\b/i, instead: 'JSON, the response, the request' },
  {
    word: 'the most that',
    pattern: /\bthe (most|least) (that|which|of them|there)\b|\b(?<!at )(most|least) (minutes|hours|days|seconds)\b/i,
    instead: 'the maximum, the minimum',
  },
  {
    word: 'a found',
    pattern: /\b(a|the|each|every|all) (found|shown|seen)\b(?! (by|in|to|event|its)| slot)/i,
    instead: 'a result, an item',
  },
  { word: 'gatherer', pattern: /\b(a|the) gatherers?\b/i, instead: 'batch' },
];
