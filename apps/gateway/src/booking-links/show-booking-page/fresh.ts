/**
 * After Back, a browser may show a page as it was, although it is not to be stored: then it is loaded again, so that it never offers what is
 * booked meanwhile. Also the answer to a form has an address that can be opened.
 */
export const freshScript =
  "addEventListener('pageshow',function(e){if(e.persisted)location.replace(location.pathname+location.search)})";
