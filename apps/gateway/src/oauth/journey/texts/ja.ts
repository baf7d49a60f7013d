import type { Texts } from './texts.js';

export const ja: Texts = {
  lang: 'ja',
  dir: 'ltr',
  didNotWork: 'うまくいきませんでした。',
  notPossible: '実行できません',
  linkBroken: 'このリンクは使えません',
  goBack:
    'アプリケーションに戻ってもう一度お試しください。解決しない場合は、アプリケーションの開発元にお問い合わせください。',
  unknownApplication: '呼び出し元のアプリケーションが登録されていません。',
  unregisteredAddress: 'アプリケーションに、この戻り先のアドレスが登録されていません。',
  stepLost: 'この手順は別のブラウザのものか、30分を過ぎています。',
  answerRejected: 'この応答はすでに使われたか、別のブラウザのものか、15分を過ぎて届いたものです。',
  notOffered: (provider) => `ここでは${provider}のカレンダーは利用できません。`,
  tooManyTries: 'パスワードの間違いが多すぎます。1分待ってからもう一度お試しください。',
  tooManyRequests: 'お使いのアドレスからのリクエストが多すぎます。しばらく待ってからもう一度お試しください。',
  unusable: '入力が長すぎるか、使用できない文字が含まれています。',

  connectCalendar: 'カレンダーを接続',
  connectTo: (application) => `${application}にカレンダーを接続`,
  addedTo: (account) => `カレンダーは${account}のアカウントに追加されます。`,
  addedToWhy: 'ご本人でない場合は、このページを閉じてください。そのアカウントを使う人にカレンダーが見えてしまいます。',
  connectedAlready: '接続済み',
  whichCalendar: 'どのカレンダーを接続しますか？',
  theConnected: '接続済みのカレンダーを使う',
  theConnectedNote: '新しい接続は行いません',
  builtIn: 'ここに新しいカレンダーを作成',
  builtInName: 'カレンダー',
  timeZone: 'タイムゾーン',
  continue: '続ける',
  appPasswordHelp:
    'Appleでは、他のプログラムにはアプリ用パスワードが必要です。account.apple.comの「サインインとセキュリティ」で作成してください。',
  serverAddress: 'サーバーのアドレス',
  appleAccount: 'Apple Accountのメールアドレス',
  userName: 'ユーザー名',
  appPassword: 'アプリ用パスワード（Apple）',
  password: 'パスワード（サーバーが対応している場合はアプリパスワード）',
  notAtIcloud: 'カレンダーはiCloudにありません',
  fillEachField: 'すべての欄に入力してください。アドレスはhttps://で始まります。',
  connect: '接続する',

  refusals: {
    'address-refused': 'このアドレスにはここから接続できません。',
    'address-unreachable': '現在、サーバーに接続できません。',
    'authentication-failed':
      'サーバーがユーザー名とパスワードを受け付けませんでした。Apple、Nextcloud、Fastmail、GMX、Yahoo、Zohoでは、アプリパスワードが必要なことがあります。',
    'not-a-caldav-server': 'このアドレスにカレンダー（CalDAV）は見つかりませんでした。',
    'connected-elsewhere': 'このカレンダーは、すでにこのアプリケーションの別のアカウントに接続されています。',
    'identity-not-proved': 'このサーバーはパスワードを確認しないか、カレンダーの所有者を示さないため、接続できません。',
    'another-user': 'サーバーが以前とは別のユーザーを示しました。何も変更されていません。',
    'unknown-profile': 'このカレンダーは、ここにはもう登録されていません。',
  },

  /** Where a provider issues app passwords, by the provider (`appPasswordIssuers`). */
  appPasswords: {
    apple:
      'Appleではアプリ用パスワードのみ使用できます。account.apple.comの「サインインとセキュリティ」で作成してください。',
    fastmail:
      'Fastmailではアプリパスワードのみ使用できます。Fastmailの設定の「Privacy & Security」→「App passwords」で作成してください。',
    gmx: '2要素認証を使用している場合、このプロバイダではアプリパスワードのみ使用できます。アカウントのセキュリティ設定で作成してください。',
    nextcloud:
      '2要素認証を使用している場合、Nextcloudではアプリパスワードのみ使用できます。個人設定の「セキュリティ」→「デバイスとセッション」で作成してください。',
    yahoo: 'Yahooではアプリパスワードのみ使用できます。login.yahoo.comの「セキュリティ」で作成してください。',
    zoho: '2要素認証を使用している場合、Zohoではアプリパスワードのみ使用できます。accounts.zoho.comの「Security」→「App Passwords」で作成してください。',
  },

  allowAccess: 'アクセスの許可',
  allowTitle: (application) => `${application}にカレンダーの使用を許可しますか？`,
  ableTo: '許可すると、次のことができます',
  inCalendars: '対象のカレンダー',
  youReturnTo: (host) => `このあと${host}に戻ります。許可はいつでも次のページで取り消せます：`,
  connectedApplications: '接続中のアプリケーション',
  allow: '許可する',
  deny: '許可しない',
  calendarsOf: (profile) => `${profile}のカレンダー`,
  scopes: {
    create_calendar: 'カレンダーの作成',
    read_events: '予定（タイトル、場所、参加者を含む）',
    create_event: '予定の追加と、追加した予定の変更',
    delete_event: '追加した予定の削除',
    read_free_busy: '空き時間と予定のある時間',
    change_participation_status: 'あなたに代わっての招待への返答',
    event_reminders: '追加した予定への通知の設定',
    read_account: 'お名前とメールアドレス',
    list_calendars: 'カレンダーの名前',
  },

  elsewhere: '別のアカウントに接続済み',
  elsewhereTitle: (email) => `${email}はすでに接続されています`,
  elsewhereWhy: (provider, application) =>
    `この${provider}アカウントは、${application}の別のアカウントに接続されています。何も変更されていません。`,
  elsewhereHelp: (application) =>
    `1つのカレンダーは、アプリケーションの1つのアカウントにしか接続できません。別のカレンダーを選ぶか、戻って、そのカレンダーを接続したアカウントで${application}にログインしてください。`,
  chooseAnother: '別のカレンダーを選ぶ',
  backTo: (application) => `${application}に戻る`,

  relinkTitle: (profile) => `${profile}を再接続`,
  relinkWhy: (application) =>
    `${application}はこのカレンダーを読み取りも変更もできなくなっています。再接続すると、止まったところから再開します。`,
  relinkAt: (provider, email) => `${provider}に${email}としてログインします。`,
  relinkUser: (username) => `サーバーとユーザー名は変わりません：${username}`,
  relinkDone: '再接続しました',
  relinkDoneNote: (application) =>
    `${application}でカレンダーをまた使えるようになりました。このページは閉じてかまいません。`,
  relinkNotNeeded: 'このカレンダーは接続されています',
  relinkNotNeededNote: '何もする必要はありません。このページは閉じてかまいません。',
  relinkOwn:
    'このカレンダーはアプリケーション側で切断されました。アプリケーションでもう一度カレンダーを接続してください。',
  relinkOther: (provider, email) => `${email}は別の${provider}アカウントです。何も変更されていません。`,
  relinkFailed: (provider) => `${provider}でアクセスが許可されませんでした。何も変更されていません。`,
  relinkAway: '現在、カレンダーを接続できません。何も変更されていません。しばらくしてからもう一度お試しください。',

  signInProblem: 'ログインできませんでした',
  signInAgain: 'もう一度ログイン',
  adminTitle: '先に管理者の承認が必要です',
  adminIfYou: 'ご自身が管理者の場合：',
  adminApprove: '組織として承認する',
  adminForward: '管理者でない場合は、次の内容を管理者に送ってください：',
  adminThen: '承認されたら、ここから続けてください：',
  adminDone: '承認しました',
  adminDoneNote: '組織のメンバーがカレンダーを接続できるようになりました。このページは閉じてかまいません。',
  adminNotDone: '承認されませんでした',
  adminNotDoneNote: '何も変更されていません。このページは閉じてかまいません。',

  permissionTitle: (application) => `${application}にすべての予定の変更を許可しますか？`,
  permissionAble: 'アプリケーションが追加していないものも含む、すべての予定の変更と削除（繰り返しの予定を除く）',
  permissionProve: 'まず、ご自身のカレンダーであることを確認するためにログインしてください。',
  permissionUser: (username) => `カレンダーのサーバーに、${username}として。`,
  permissionOtherBrowser:
    'このカレンダーは当サービスに保存されています。接続したときのブラウザでリンクを開いてください。',
  permissionOver: 'このリンクはすでに使われたか、1時間を過ぎています。',

  noApplications: 'このブラウザで接続したカレンダーを使用しているアプリケーションはありません。',
  since: (account, day) => `${account}（${day}から）`,
  revokeAccess: (application) => `${application}のアクセスを取り消す`,
  revokedTitle: (application) => `${application}のアクセスを取り消しました`,
  revokedWhat: (profiles) =>
    `次のカレンダーは、今後読み取りも変更もされません：${profiles}。パスワードとトークンはここから消去されました。`,
  revokedKept: (days) =>
    `読み取った内容は${days}日後に消去されます。それまでにアプリケーションに接続し直した場合は消去されません。`,
  revokedAtOnce: '読み取った内容は、ただちに消去されます。',
  revokedBuiltIn: '当サービスに保存されているカレンダーは、アカウントが削除されるまで残ります。',
  nothingChanged: '何も変更されていません',
  formRejected: 'このフォームは別のブラウザのものか、すでに使われています。',

  howStored: 'データの保存について',
  storedWhat: (application) =>
    `${application}に表示を許可したカレンダーの内容は、このサーバーにコピーされ、最新の状態に保たれます。`,
  storedPasswords: (application) =>
    `パスワードとトークンは暗号化され、このサーバーにのみ保存されます。${application}に渡されることはありません。`,
  storedUntil: 'アクセスを取り消すと、パスワードとトークンはただちに、コピーはその後まもなく消去されます。',
  privacy: (application) => `${application}のプライバシーポリシー`,
  support: (application) => `${application}のサポート`,
  back: '戻る',
  cancel: 'キャンセル',
  cancelTo: (application) => `キャンセルして${application}に戻る`,
  signInWith: (provider) => `${provider}でログイン`,
  otherCalendars: 'その他のカレンダー',
  knownAs: (name) => `${name}として接続されています。`,
  notYou: 'ご本人ではありませんか？',
  endsOn: (day) =>
    `この接続はプロバイダーの制限により${day}に終了します。それまでにカレンダーをもう一度接続してください。`,
  beingRead: 'カレンダーを読み込んでいます。完了すると、ここに表示されます。',
  rights: {
    reads: '表示',
    freeBusy: '空き時間の表示',
    freeBusyNote: '時間のみ（タイトルなどの詳細は含まれません）',
    changes: '変更',
  },
  appPasswordWhat:
    'アプリパスワードは、1つのプログラム専用の2つ目のパスワードです。いつでも削除でき、普段のパスワードを教える必要はありません。',
  appPasswordMake: (provider) => `${provider}で作成する`,
  appPasswordAlways: (provider) =>
    `${provider}では、他のプログラムには普段のパスワードではなく、アプリパスワードが必要です。`,
  appPasswordTwoFactor: (provider) =>
    `${provider}で2要素認証を使用している場合は、ここにアプリパスワードを入力してください。`,
  appPasswordOwnServer: 'お使いのサーバーのセキュリティ設定で作成してください。',
  anyAppPassword: 'アプリパスワード',
  plainPassword: 'パスワード',
  connectService: (name) => `${name}を接続`,
  calendarAddress: 'カレンダーのアドレス（httpsまたはwebcal）',
  addressStays: (application) =>
    `${application}用です。カレンダーを守るものはアドレスだけのことがよくあります。アドレスは暗号化してこのサーバーに保存され、${application}には表示されません。`,
  notPublished: 'このアドレスに公開されたカレンダーがないか、公開が終了しています。',
  anotherPublished: 'これは別のカレンダーのアドレスです。何も変更されていません。',
  passwordStays: (application) =>
    `${application}で使用します。パスワードは暗号化されてこのサーバーに保存され、${application}に渡されることはありません。`,
  allowedAlready: 'すでに許可されています',
  allowedAlreadyNote: (application) => `${application}に回答が届きました。ここで行うことはもうありません。`,
  declinedAlready: '許可しないことを選択済みです',
  declinedAlreadyNote: (application) =>
    `何も接続されていません。接続する場合は、${application}からもう一度始めてください。`,
  stepOver: 'このページは最新ではありません',
  stepOverNote: (application) =>
    `別のタブで先に進んだか、30分を過ぎています。${application}からもう一度始めてください。`,
  continueIn: (application) => `${application}に進む`,
  pageMissing: 'ここにページはありません',
  pageMissingNote: 'アドレスを確認するか、前のページに戻ってください。',
  notDirect: 'このページは直接開けません',
  notDirectNote: 'これは手順の途中のページです。元のアプリケーションに戻って、もう一度始めてください。',
  requestFailed: 'エラーが発生しました',
  requestFailedNote: 'エラーは記録されました。少し待ってからもう一度お試しください。',
  requestRefused: 'このリクエストを処理できませんでした',
  tooManyTitle: '少しお待ちください',
  permissionChoose: 'カレンダーを選択してください',
  permissionNone: 'カレンダーを1つ以上選ぶか、「許可しない」を選んでください。',
  revokeElsewhere: '別のブラウザで接続しましたか？',
  revokeElsewhereNote:
    'カレンダーを接続したアカウントでログインすると、それを使用しているアプリケーションがここに表示されます。',
  revokeNone: (provider) => `この${provider}アカウントのカレンダーを使用しているアプリケーションはここにはありません。`,
  revokeLinkOver: 'このリンクは古いか、不完全です。アプリケーションから接続の一覧をもう一度開いてください。',
};
