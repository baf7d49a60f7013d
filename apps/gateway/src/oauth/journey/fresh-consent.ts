/**
 * After Back, a browser may show the page as it was, although it is not to be stored, also once the user has decided. It keeps it hidden,
 * and opens it again at its address, which shows how the step ended; it may have been the answer to a form.
 */
export const freshConsentScript =
  "addEventListener('pagehide',function(){document.body.style.visibility='hidden'});" +
  "addEventListener('pageshow',function(e){if(e.persisted)location.replace('/oauth/authorize/consent?journey='+" +
  "encodeURIComponent(document.querySelector('[name=journey]').value))})";
