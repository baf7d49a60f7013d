/**
 * After Back, a browser may show a page as it was, although it is not to be stored. It keeps it hidden, and loads it again: so it never
 * offers what is booked meanwhile. Also the answer to a form has an address that can be opened.
 */
export const freshScript =
  "addEventListener('pagehide',function(){document.body.style.visibility='hidden'});" +
  "addEventListener('pageshow',function(e){if(e.persisted)location.replace(location.pathname+location.search)})";
