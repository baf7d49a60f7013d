/** English: the reference for the texts; every other language has the same keys. */
export const en = {
  lang: 'en',
  didNotWork: 'That did not work.',
  notPossible: 'Not possible',
  linkBroken: 'This link does not work',
  goBack: 'Go back to the application and try again; if that does not help, contact its developers.',
  unknownApplication: 'The application that sent you here is unknown.',
  unregisteredAddress: 'The application has not registered the return address.',
  stepLost: 'This step belongs to another browser, or took longer than half an hour.',
  answerRejected:
    'This answer was already used, belongs to another browser, or arrived after more than a quarter of an hour.',
  notOffered: (provider: string) => `${provider}’s calendars are not offered here.`,
  tooManyTries: 'Too many wrong passwords were tried. Wait a minute, then try again.',
  tooManyRequests: 'Too many requests came from your address. Wait a while, then try again.',
  unusable: 'The input is too long, or contains characters that cannot be used.',

  connectCalendar: 'Connect a calendar',
  connectTo: (application: string) => `Connect a calendar to ${application}`,
  addedTo: (account: string) => `The calendar is added to the account of ${account}.`,
  addedToWhy: 'If that is not you, close this page: whoever uses that account would see your calendar.',
  connectedAlready: 'Connected already',
  whichCalendar: 'Which calendar?',
  theConnected: 'The calendars already connected',
  theConnectedNote: 'Nothing new to connect',
  google: 'Google Calendar',
  signInAt: (provider: string) => `You sign in at ${provider}`,
  microsoft365Note: 'A work or school account',
  outlookNote: 'A personal account: Outlook.com, Hotmail, Live',
  builtIn: 'A new calendar here',
  builtInNote: 'Stored by this service; nothing else is needed',
  apple: 'Apple iCloud',
  appleNote: 'With an app-specific password',
  caldav: 'Another CalDAV server',
  caldavNote: 'Nextcloud, Fastmail, Radicale and others',
  timeZone: 'Your time zone',
  continue: 'Continue',

  connectApple: 'Connect Apple iCloud',
  connectCaldav: 'Connect a CalDAV server',
  appPasswordHelp:
    'Apple admits other programs only with an app-specific password: create one at account.apple.com under Sign-In and Security.',
  serverAddress: 'Server address',
  appleAccount: 'Apple Account e-mail address',
  userName: 'User name',
  appPassword: 'App-specific password',
  password: 'Password (an app password, where the server has them)',
  notAtIcloud: 'The calendar is not on iCloud',
  fillEachField: 'Fill in each field; the address begins with https://',
  connect: 'Connect',

  refusals: {
    'address-refused': 'This address cannot be connected from here.',
    'address-unreachable': 'The server cannot be reached now.',
    'authentication-failed': 'The server did not accept the user name and password.',
    'not-a-caldav-server': 'No calendars (CalDAV) were found at this address.',
    'connected-elsewhere': 'This calendar already belongs to another account of the application.',
    'identity-not-proved':
      'This server does not check passwords, or does not report whose calendars these are; it cannot be connected.',
    'another-user': 'The server reports a different user than before. Nothing was changed.',
    'unknown-profile': 'This calendar is no longer known here.',
  },

  /** Where a provider issues app passwords, by the provider (`appPasswordIssuers`). */
  appPasswords: {
    apple: 'Apple accepts app-specific passwords only: create one at account.apple.com (Sign-In and Security).',
    fastmail: 'Fastmail accepts app passwords only: create one in its settings (Privacy & Security, App passwords).',
    gmx: 'With two-factor authentication this provider accepts app passwords only: create one in the security settings of the account.',
    nextcloud:
      'With two-factor authentication Nextcloud accepts app passwords only: create one in its personal settings (Security, Devices & sessions).',
    yahoo: 'Yahoo accepts app passwords only: create one at login.yahoo.com (Security, app passwords).',
    zoho: 'With two-factor authentication Zoho accepts app passwords only: create one at accounts.zoho.com (Security, App Passwords).',
  },

  allowAccess: 'Allow access',
  allowTitle: (application: string) => `Allow ${application} to use your calendars?`,
  ableTo: 'It will be able to',
  inCalendars: 'In',
  youReturnTo: (host: string) => `You return to ${host}. You can revoke this at any time under`,
  connectedApplications: 'Connected applications',
  allow: 'Allow',
  deny: 'Deny',
  calendarsOf: (profile: string) => `The calendars of ${profile}`,
  scopes: {
    create_calendar: 'create calendars',
    read_events: 'read the events in your calendars, with their titles, places and attendees',
    create_event: 'add events to your calendars and change those that it added',
    delete_event: 'delete the events that it added',
    read_free_busy: 'see when you are free or busy',
    change_participation_status: 'accept or decline invitations for you',
    event_reminders: 'set reminders on the events that it adds',
    read_account: 'see your name and e-mail address',
    list_calendars: 'see the names of your calendars',
  },

  elsewhere: 'Connected elsewhere',
  elsewhereTitle: (email: string) => `${email} is already connected`,
  elsewhereWhy: (provider: string, application: string) =>
    `This ${provider} account belongs to another account of ${application}. Nothing was changed.`,
  elsewhereHelp: (application: string) =>
    `A calendar can be in one account of an application only. Choose another one, or go back and sign in to ${application} with the account that has it.`,
  chooseAnother: 'Choose another calendar',
  backTo: (application: string) => `Back to ${application}`,

  relinkTitle: (profile: string) => `Connect ${profile} again`,
  relinkWhy: (application: string) =>
    `${application} can no longer read or change this calendar. Connect it again, and everything continues where it stopped.`,
  relinkAt: (provider: string, email: string) => `You sign in at ${provider}, as ${email}.`,
  relinkUser: (username: string) => `Server and user name stay as they are: ${username}.`,
  relinkDone: 'Connected again',
  relinkDoneNote: (application: string) => `${application} can use the calendar again. You can close this page.`,
  relinkNotNeeded: 'This calendar is connected',
  relinkNotNeededNote: 'There is nothing to do. You can close this page.',
  relinkOwn: 'This calendar was disconnected in the application. Connect a calendar there again.',
  relinkOther: (provider: string, email: string) => `${email} is another ${provider} account. Nothing was changed.`,
  relinkFailed: (provider: string) => `${provider} did not grant access. Nothing was changed.`,
  relinkAway: 'The calendar cannot be connected now. Nothing was changed; try again a little later.',

  signInProblem: 'The sign-in did not succeed',
  signInAgain: 'Sign in again',
  problems: {
    'admin-consent': 'Your organization has to approve the application first. Nothing was changed.',
    'sign-in': 'Microsoft did not complete the sign-in, or it took too long. Nothing was changed; sign in again.',
    locked: 'Your account at Microsoft is disabled, or its password has expired. Nothing was changed.',
    'not-permitted':
      'Your organization does not let this account use the application. Nothing was changed. Use another account, or contact its administrator.',
    operator:
      'Microsoft does not accept how this service is registered there. Nothing was changed. Only whoever operates the service can correct this.',
    away: 'Microsoft cannot be reached now. Nothing was changed; try again a little later.',
  },
  adminTitle: 'An administrator has to approve first',
  adminWhy:
    'Your organization at Microsoft lets its people use an application only after an administrator has approved it. Nothing was changed.',
  adminIfYou: 'If you are an administrator there:',
  adminApprove: 'Approve for my organization',
  adminForward: 'If you are not, forward this to your administrator:',
  adminMessage: (application: string, address: string) =>
    `I would like to use my Microsoft 365 calendar in ${application}. For this, our organization has to approve the connection once. Each person still connects only their own calendar. Please open this address, sign in as an administrator, and accept: ${address}`,
  adminThen: 'After the approval, continue here:',
  adminDone: 'Approved',
  adminDoneNote: 'People of the organization can now connect their calendars. You can close this page.',
  adminNotDone: 'Not approved',
  adminNotDoneNote: 'Nothing was changed. You can close this page.',

  permissionTitle: (application: string) => `Allow ${application} to change all events?`,
  permissionAble: 'change and delete every event, also those that it did not add, except recurring ones',
  permissionProve: 'First, sign in to show that these calendars are yours.',
  permissionUser: (username: string) => `As ${username}, at the server of the calendar.`,
  permissionOtherBrowser:
    'This service itself stores the calendar: open the link in the browser in which you connected it.',
  permissionOver: 'This link was already used, or is older than an hour.',

  noApplications: 'No application uses a calendar that was connected in this browser.',
  since: (account: string, day: string) => `${account}, since ${day}`,
  revokeAccess: (application: string) => `Revoke access of ${application}`,
  revokedTitle: (application: string) => `${application} no longer has access`,
  revokedWhat: (profiles: string) =>
    `These calendars are no longer read or changed for it: ${profiles}. Your passwords and tokens for it are erased here.`,
  revokedKept: (days: string) =>
    `What was read from them is erased after ${days} days, unless you connect them to the application again.`,
  revokedAtOnce: 'What was read from them is erased now.',
  revokedBuiltIn: 'Calendars that this service stores itself stay until your account is deleted.',
  revokedMicrosoft:
    'Microsoft lets only you withdraw the consent itself: at myapps.microsoft.com for a work or school account, at account.microsoft.com for a personal one.',
  nothingChanged: 'Nothing was changed',
  formRejected: 'This form belongs to another browser, or was already used.',
};
