import type { OpenIdWord } from '@flagdeck/http'

/** Sentences of the frame, of signing in, and of what may happen anywhere. */
export const sentences = {
  failed: 'Something went wrong on the server. What you typed is still here.',
  unreachable: 'The server cannot be reached.',
  tryAgain: 'Try again',
  notLoaded: 'This part of the console could not be loaded.',
  notShown: 'This part of the console could not be shown. What you typed is still here.',
  newVersion: 'The console may have a new version: reload it. What you typed is kept.',
  reload: 'Reload',
  requestId: (id: string) => `Request ${id}`,
  away: 'The server or its database is away. What you see may be old, and nothing can be changed until it is back.',
  live: 'Live',
  notLive: 'Not live',
  notLiveHint: 'Changes of others may be missing',
  skip: 'Skip to the content',
  search: 'Search or run a command',
  main: 'Main',
  noProject: 'There is no such project, or you may not see it.',
  toFirstProject: 'To a project of yours',
  deletedOnes: 'Deleted',
  back: 'Back',
  cancel: 'Cancel',
  close: 'Close',
  undo: 'Undo',
  undone: 'Undone:',
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
  again: 'Your session has ended. Sign in, and go on where you were.',
  out: 'Sign out',
  refused: 'You could not be signed in. Try again.',
  noPassword: 'You have no password? Whoever runs this server makes a link that signs you in, with',
  byLinkOnly: 'You sign in by a link here. The operator of this server makes one with',
  nobody: 'Nobody has a password here yet. Open the sign-in link that the first start printed, or print another with',
} as const

/** Why somebody who comes from a provider is not let in. */
export const refusals = {
  provider_away: 'The provider cannot be reached right now. Try again later, or sign in by password.',
  provider_answer:
    'The provider gave an answer that cannot be trusted. Whoever runs this server finds the reason in its log.',
  cancelled: 'You did not finish signing in at the provider.',
  expired: 'This attempt to sign in is over, was used already, or was begun in another browser. Begin again.',
  unverified: 'The provider does not say that your e-mail address is verified. Have it verified there, and try again.',
  no_member: 'Nobody here has your e-mail address. Ask an admin for an invitation.',
  other_account: 'Your e-mail address belongs to somebody who signs in with another account at this provider.',
  other_page: 'Another page wanted to sign you in. If you want to, do so here.',
  throttled: 'There were too many attempts to sign in from here. Try again in five minutes.',
} as const satisfies Readonly<Record<OpenIdWord, string>>

export const newProject = {
  title: 'New project',
  about: (organization: string) =>
    `A project has flags, people and numbers of its own, and another token: one for each application or environment. It belongs to ${organization}.`,
  name: 'Name',
  create: 'Make the project',
} as const

export const personMenu = { theme: 'Theme', you: 'You: password and sessions' } as const

export const themes = { system: 'As the system', light: 'Light', dark: 'Dark' } as const

export const invited = {
  title: (organization: string) => `Join ${organization}`,
  name: 'Your name',
  passwordRule: 'At least 10 characters',
  accept: 'Join and sign in',
  noPassword:
    'This server accepts no passwords, so this page cannot sign you in. Ask the operator of this server how to join.',
} as const
