/** Sentences of the frame, of signing in, and of what may happen anywhere. */
export const sentences = {
  failed: 'Something went wrong on the server. What you typed is still here.',
  unreachable: 'The server cannot be reached.',
  tryAgain: 'Try again',
  requestId: (id: string) => `Request ${id}`,
  away: 'The server or its database is away. What you see may be old, and nothing can be changed until it is back.',
  live: 'Live',
  notLive: 'Not live: changes of others may be missing',
  skip: 'Skip to the content',
  search: 'Search or run a command',
  main: 'Main',
  gone: 'There is nothing here any more.',
  back: 'Back',
  cancel: 'Cancel',
  close: 'Close',
  undo: 'Undo',
  dismiss: 'Dismiss',
  copied: 'Copied',
  notCopied: 'This browser does not let pages copy',
  mayOnlyLook: 'You may look at this, and not change it.',
  loading: 'Loading',
} as const

export const places = {
  flags: 'Flags',
  dashboards: 'Dashboards',
  cohorts: 'Cohorts',
  people: 'People',
  activity: 'Activity',
  settings: 'Settings',
} as const

export const signing = {
  title: 'Sign in to Flagdeck',
  email: 'E-mail',
  password: 'Password',
  signIn: 'Sign in',
  openid: (name: string) => `Sign in with ${name}`,
  byLink: 'Signing in',
  linkFailed: 'This link cannot sign you in',
  otherLink: 'Whoever runs this server gets another link with',
  again: 'Your session has ended. Sign in, and go on where you were.',
  out: 'Sign out',
  nobody: 'Nobody has a password here yet. Open the sign-in link that the first start printed, or print another with',
} as const

export const themes = { system: 'As the system', light: 'Light', dark: 'Dark' } as const

export const invited = {
  title: (organization: string) => `Join ${organization}`,
  name: 'Your name',
  passwordRule: 'At least 10 characters',
  accept: 'Join and sign in',
} as const
