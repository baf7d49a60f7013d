import type { Texts } from './texts.js';

export const es: Texts = {
  lang: 'es',
  dir: 'ltr',
  didNotWork: 'No ha funcionado.',
  notPossible: 'No es posible',
  linkBroken: 'Este enlace no funciona',
  goBack: 'Vuelva a la aplicación e inténtelo de nuevo; si eso no ayuda, avise a sus autores.',
  unknownApplication: 'La aplicación desde la que ha llegado es desconocida.',
  unregisteredAddress: 'La dirección de retorno no es una de las que la aplicación ha registrado.',
  stepLost: 'Este paso pertenece a otro navegador, o ha durado más de media hora.',
  answerRejected:
    'Esta respuesta ya se ha usado, pertenece a otro navegador, o ha llegado después de más de un cuarto de hora.',
  notOffered: (provider) => `Aquí no se ofrecen los calendarios de ${provider}.`,
  tooManyTries: 'Se han probado demasiadas contraseñas incorrectas. Espere un minuto e inténtelo de nuevo.',
  tooManyRequests: 'Han llegado demasiadas solicitudes desde su dirección. Espere un poco e inténtelo de nuevo.',
  unusable: 'Lo que ha escrito es demasiado largo o contiene caracteres que no se pueden usar.',

  connectCalendar: 'Conectar un calendario',
  connectTo: (application) => `Conectar un calendario a ${application}`,
  addedTo: (account) => `El calendario se añade a la cuenta de ${account}.`,
  addedToWhy: 'Si no es usted, cierre esta página: quien use esa cuenta vería su calendario.',
  connectedAlready: 'Ya conectados',
  whichCalendar: '¿Qué calendario?',
  theConnected: 'Los calendarios ya conectados',
  theConnectedNote: 'Nada nuevo que conectar',
  builtIn: 'Un calendario nuevo aquí',
  builtInName: 'Calendario',
  timeZone: 'Su zona horaria',
  continue: 'Continuar',
  appPasswordHelp:
    'Apple solo deja entrar a otros programas con una contraseña específica de aplicación: cree una en account.apple.com, en «Inicio de sesión y seguridad».',
  serverAddress: 'Dirección del servidor',
  appleAccount: 'Correo electrónico de la cuenta de Apple',
  userName: 'Nombre de usuario',
  appPassword: 'Contraseña específica de aplicación',
  password: 'Contraseña (una de aplicación, si el servidor las tiene)',
  notAtIcloud: 'El calendario no está en iCloud',
  fillEachField: 'Rellene todos los campos; la dirección empieza por https://',
  connect: 'Conectar',

  refusals: {
    'address-refused': 'Esta dirección no se puede conectar desde aquí.',
    'address-unreachable': 'Ahora no se puede llegar al servidor.',
    'authentication-failed':
      'El servidor no ha aceptado el nombre de usuario y la contraseña. Apple, Nextcloud, Fastmail, GMX, Yahoo y Zoho suelen exigir una contraseña de aplicación.',
    'not-a-caldav-server': 'No se han encontrado calendarios (CalDAV) en esta dirección.',
    'connected-elsewhere': 'Este calendario ya pertenece a otra cuenta de la aplicación.',
    'identity-not-proved':
      'Este servidor no comprueba las contraseñas o no dice de quién son estos calendarios; no se puede conectar.',
    'another-user': 'El servidor indica un usuario distinto del anterior. No se ha cambiado nada.',
    'unknown-profile': 'Este calendario ya no se conoce aquí.',
  },

  /** Where a provider issues app passwords, by the provider (`appPasswordIssuers`). */
  appPasswords: {
    apple:
      'Apple solo acepta contraseñas específicas de aplicación: cree una en account.apple.com, en «Inicio de sesión y seguridad».',
    fastmail:
      'Fastmail solo acepta contraseñas de aplicación: cree una en sus ajustes, en «Privacy & Security», «App passwords».',
    gmx: 'Con la autenticación de dos factores, este proveedor solo acepta contraseñas de aplicación: cree una en los ajustes de seguridad de la cuenta.',
    nextcloud:
      'Con la autenticación de dos factores, Nextcloud solo acepta contraseñas de aplicación: cree una en sus ajustes personales, en «Seguridad», «Dispositivos y sesiones».',
    yahoo: 'Yahoo solo acepta contraseñas de aplicación: cree una en login.yahoo.com, en «Seguridad».',
    zoho: 'Con la autenticación de dos factores, Zoho solo acepta contraseñas de aplicación: cree una en accounts.zoho.com, en «Security», «App Passwords».',
  },

  allowAccess: 'Permitir el acceso',
  allowTitle: (application) => `¿Permitir que ${application} use sus calendarios?`,
  ableTo: 'Podrá',
  inCalendars: 'En estos calendarios',
  youReturnTo: (host) => `Volverá a ${host}. Puede retirar el permiso en cualquier momento en`,
  connectedApplications: 'Aplicaciones conectadas',
  allow: 'Permitir',
  deny: 'Rechazar',
  calendarsOf: (profile) => `Los calendarios de ${profile}`,
  scopes: {
    create_calendar: 'crear calendarios',
    read_events: 'sus eventos (con títulos, lugares y participantes)',
    create_event: 'añadir eventos y cambiar los que ha añadido',
    delete_event: 'borrar los eventos que ha añadido',
    read_free_busy: 'cuándo está libre u ocupado',
    change_participation_status: 'aceptar o rechazar invitaciones por usted',
    event_reminders: 'poner recordatorios a sus eventos',
    read_account: 'su nombre y su dirección de correo',
    list_calendars: 'los nombres de sus calendarios',
  },

  elsewhere: 'Conectado en otra cuenta',
  elsewhereTitle: (email) => `${email} ya está conectado`,
  elsewhereWhy: (provider, application) =>
    `Esta cuenta de ${provider} pertenece a otra cuenta de ${application}. No se ha cambiado nada.`,
  elsewhereHelp: (application) =>
    `Un calendario solo puede estar en una cuenta de una aplicación. Elija otro, o vuelva e inicie sesión en ${application} con la cuenta que lo tiene.`,
  chooseAnother: 'Elegir otro calendario',
  backTo: (application) => `Volver a ${application}`,

  relinkTitle: (profile) => `Volver a conectar ${profile}`,
  relinkWhy: (application) =>
    `${application} ya no puede leer ni cambiar este calendario. Conéctelo de nuevo, y todo seguirá donde se detuvo.`,
  relinkAt: (provider, email) => `Inicia sesión en ${provider}, como ${email}.`,
  relinkUser: (username) => `El servidor y el nombre de usuario siguen igual: ${username}.`,
  relinkDone: 'Conectado de nuevo',
  relinkDoneNote: (application) => `${application} puede usar otra vez el calendario. Puede cerrar esta página.`,
  relinkNotNeeded: 'Este calendario está conectado',
  relinkNotNeededNote: 'No hay nada que hacer. Puede cerrar esta página.',
  relinkOwn: 'Este calendario se desconectó en la aplicación. Conecte allí de nuevo un calendario.',
  relinkOther: (provider, email) => `${email} es otra cuenta de ${provider}. No se ha cambiado nada.`,
  relinkFailed: (provider) => `${provider} no nos ha dejado entrar. No se ha cambiado nada.`,
  relinkAway: 'El calendario no se puede conectar ahora. No se ha cambiado nada; inténtelo un poco más tarde.',

  signInProblem: 'No se ha podido iniciar sesión',
  signInAgain: 'Iniciar sesión de nuevo',
  adminTitle: 'Antes tiene que aprobarlo un administrador',
  adminIfYou: 'Si usted es administrador allí:',
  adminApprove: 'Aprobar para mi organización',
  adminForward: 'Si no lo es, reenvíe esto a su administrador:',
  adminThen: 'Después de la aprobación, continúe aquí:',
  adminDone: 'Aprobado',
  adminDoneNote: 'Las personas de la organización ya pueden conectar sus calendarios. Puede cerrar esta página.',
  adminNotDone: 'No aprobado',
  adminNotDoneNote: 'No se ha cambiado nada. Puede cerrar esta página.',

  permissionTitle: (application) => `¿Permitir que ${application} cambie todos los eventos?`,
  permissionAble: 'cambiar y eliminar cualquier evento, también los que no haya añadido, salvo los que se repiten',
  permissionProve: 'Primero, inicie sesión para demostrar que estos calendarios son suyos.',
  permissionUser: (username) => `Como ${username}, en el servidor del calendario.`,
  permissionOtherBrowser: 'Este servicio guarda el calendario: abra el enlace en el navegador en el que lo conectó.',
  permissionOver: 'Este enlace ya se ha usado, o tiene más de una hora.',

  noApplications: 'Ninguna aplicación usa un calendario que se haya conectado en este navegador.',
  since: (account, day) => `${account}, desde el ${day}`,
  revokeAccess: (application) => `Retirar el acceso de ${application}`,
  revokedTitle: (application) => `${application} ya no tiene acceso`,
  revokedWhat: (profiles) =>
    `Estos calendarios ya no se leen ni se cambian para ella: ${profiles}. Aquí se han borrado sus contraseñas y tokens.`,
  revokedKept: (days) =>
    `Lo que se leyó de ellos se borra después de ${days} días, salvo que los conecte otra vez a la aplicación.`,
  revokedAtOnce: 'Lo que se leyó de ellos se borra ahora.',
  revokedBuiltIn: 'Los calendarios que guarda este mismo servicio se conservan hasta que se borre su cuenta.',
  nothingChanged: 'No se ha cambiado nada',
  formRejected: 'Este formulario es de otro navegador, o ya se ha usado.',

  howStored: 'Cómo se guarda esto',
  storedWhat: (application) =>
    `Lo que ${application} puede ver de sus calendarios se copia en este servidor y se mantiene al día.`,
  storedPasswords: (application) =>
    `Las contraseñas y los tokens se guardan cifrados y solo en este servidor. ${application} nunca los recibe.`,
  storedUntil: 'Si revoca el acceso, las contraseñas y los tokens se borran al momento, y la copia poco después.',
  privacy: (application) => `Privacidad en ${application}`,
  support: (application) => `Ayuda de ${application}`,
  back: 'Atrás',
  cancel: 'Cancelar',
  cancelTo: (application) => `Cancelar y volver a ${application}`,
  signInWith: (provider) => `Iniciar sesión con ${provider}`,
  otherCalendars: 'Otros calendarios',
  knownAs: (name) => `Está conectado como ${name}.`,
  notYou: '¿No es usted?',
  endsOn: (day) =>
    `Esta conexión termina el ${day}, porque el proveedor la limita. Vuelva a conectar el calendario antes de esa fecha.`,
  beingRead: 'Se están leyendo sus calendarios. Aparecerán aquí en cuanto estén listos.',
  rights: {
    reads: 'Ver',
    freeBusy: 'Ver cuándo está libre u ocupado',
    freeBusyNote: 'solo las horas, sin títulos ni otros detalles',
    changes: 'Cambiar',
  },
  appPasswordWhat:
    'Una contraseña de aplicación es una segunda contraseña para un solo programa. Puede borrarla cuando quiera, y la suya propia no sale de sus manos.',
  appPasswordMake: (provider) => `Crear una en ${provider}`,
  appPasswordAlways: (provider) =>
    `${provider} solo admite otros programas con una contraseña de aplicación, no con su propia contraseña.`,
  appPasswordTwoFactor: (provider) =>
    `Si inicia sesión en ${provider} con dos factores, aquí necesita una contraseña de aplicación.`,
  appPasswordOwnServer: 'Cree una en los ajustes de seguridad de su servidor.',
  anyAppPassword: 'Contraseña de aplicación',
  plainPassword: 'Contraseña',
  connectService: (name) => `Conectar ${name}`,
  calendarAddress: 'Dirección del calendario (https o webcal)',
  addressStays: (application) =>
    `Para ${application}. A menudo la dirección es lo único que protege el calendario: se guarda cifrada en este servidor; ${application} nunca la ve.`,
  notPublished: 'En esta dirección no hay ningún calendario publicado, o ya no se publica.',
  anotherPublished: 'Esta es la dirección de otro calendario. No se ha cambiado nada.',
  passwordStays: (application) =>
    `Para ${application}. La contraseña se guarda cifrada en este servidor; ${application} nunca la ve.`,
  allowedAlready: 'Ya lo ha permitido',
  allowedAlreadyNote: (application) => `${application} ha recibido su respuesta. Aquí no queda nada por hacer.`,
  declinedAlready: 'Ya lo ha rechazado',
  declinedAlreadyNote: (application) =>
    `No se ha conectado nada. Si ha cambiado de opinión, empiece de nuevo en ${application}.`,
  stepOver: 'Esta página ya no está al día',
  stepOverNote: (application) =>
    `Ha continuado en otra pestaña, o ha tardado más de media hora. Empiece de nuevo en ${application}.`,
  continueIn: (application) => `Continuar a ${application}`,
  pageMissing: 'Aquí no hay ninguna página',
  pageMissingNote: 'Compruebe la dirección, o vuelva a la página de la que viene.',
  notDirect: 'Esta página no se puede abrir directamente',
  notDirectNote: 'Es un paso entre varios. Vuelva a la aplicación de la que viene y empiece de nuevo.',
  requestFailed: 'Aquí algo ha fallado',
  requestFailedNote: 'El error ha quedado registrado. Inténtelo de nuevo en un momento.',
  requestRefused: 'No se ha podido procesar esta solicitud',
  tooManyTitle: 'Espere un momento, por favor',
  permissionChoose: 'Elija los calendarios',
  permissionNone: 'Elija al menos un calendario, o rechace la solicitud.',
  revokeElsewhere: '¿Conectado en otro navegador?',
  revokeElsewhereNote:
    'Inicie sesión con la cuenta cuyo calendario conectó. Esta página mostrará entonces las aplicaciones que lo usan.',
  revokeNone: (provider) => `Ninguna aplicación usa aquí un calendario de esta cuenta de ${provider}.`,
  revokeLinkOver: 'Este enlace es demasiado antiguo o está incompleto. Abra de nuevo sus conexiones en la aplicación.',
};
