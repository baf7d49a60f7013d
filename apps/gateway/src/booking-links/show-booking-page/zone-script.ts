/** The browser knows its zone: the page is loaded again with it, once. */
export const zoneScript =
  'var u=new URL(location.href),z=Intl.DateTimeFormat().resolvedOptions().timeZone;' +
  "if(z&&!u.searchParams.get('tzid')){u.searchParams.set('tzid',z);location.replace(u.href)}";
