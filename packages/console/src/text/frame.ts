import type { OpenIdWord } from '@flagdeck/http'
import { isolate } from './isolate.ts'

/** Texts of the frame, and of events on every screen. */
export const sentences = {
  failed: 'The server had a problem. Your changes are still here.',
  unreachable: 'Cannot reach the server.',
  tryAgain: 'Try again',
  notLoaded: 'This part of the console could not be loaded.',
  notShown: 'This part of the console has failed. Your changes are still here.',
  newVersion: 'The console may have been updated. Reload the page; your changes are kept.',
  reload: 'Reload',
  requestId: (id: string) => `Request ${id}`,
  away: 'Connection lost. Data may be out of date; editing is off until it is back.',
  live: 'Live',
  notLive: 'Not live',
  notLiveHint: 'Changes by others may be missing',
  skip: 'Skip to content',
  search: 'Search or run a command',
  main: 'Main',
  noProject: 'Project not found',
  noProjectHint: 'It does not exist, or you do not have access to it.',
  toFirstProject: 'Your projects',
  deletedOnes: 'Deleted',
  back: 'Back',
  cancel: 'Cancel',
  close: 'Close',
  undo: 'Undo',
  undone: 'Undone:',
  restored: 'We restored your unsaved changes.',
  unsaved: 'Unsaved changes',
  dismiss: 'Dismiss',
  copied: 'Copied',
  notCopied: 'This browser does not allow copying',
  mayOnlyLook: 'View only.',
  loading: 'Loading',
} as const

export const places = {
  flags: 'Flags',
  dashboards: 'Dashboards',
  cohorts: 'Cohorts',
  people: 'Users',
  activity: 'Activity',
  settings: 'Settings',
} as const

export const signing = {
  title: 'Sign in to Flagdeck',
  email: 'E-mail',
  password: 'Password',
  signIn: 'Sign in',
  openid: (name: string) => `Sign in with ${isolate(name)}`,
  byLink: 'Signing in',
  linkFailed: 'This sign-in link does not work',
  again: 'Your session has expired. Sign in to continue where you were.',
  out: 'Sign out',
  refused: 'Sign-in failed. Try again.',
  noPassword: 'No password? Ask your administrator for a sign-in link, created with',
  byLinkOnly: 'This server uses sign-in links. Ask your administrator for one, created with',
  noPasswords:
    'No passwords have been set yet. Open the sign-in link that the server printed when it first started, or create another with',
} as const

/** The reasons why the sign-in at an OpenID provider failed. */
export const refusals = {
  provider_away: 'The provider is unavailable. Try again later, or sign in with your password.',
  provider_answer: 'The provider’s response could not be verified. Ask your administrator to check the server log.',
  cancelled: 'Sign-in at the provider was not completed. Try again.',
  expired: 'This sign-in has expired, was already used, or was started in another browser. Sign in again.',
  unverified: 'The provider has not verified your e-mail address. Verify it there, and try again.',
  no_member: 'No member has your e-mail address. Ask an admin for an invitation.',
  other_account:
    'Your e-mail address belongs to a member with another account at this provider. Sign in with that account.',
  other_page: 'Another page tried to sign you in. Sign in here if you want to continue.',
  throttled: 'Too many attempts from your network. Try again in five minutes.',
} as const satisfies Readonly<Record<OpenIdWord, string>>

export const newProject = {
  title: 'Create project',
  open: 'New project',
  about: (organization: string) =>
    `Create one project for each application or environment. Each has its own flags, users, usage and tokens. This one will belong to ${isolate(organization)}.`,
  name: 'Name',
  create: 'Create project',
} as const

export const personMenu = { theme: 'Theme', you: 'Your account' } as const

export const themes = { system: 'System', light: 'Light', dark: 'Dark' } as const

export const invited = {
  title: (organization: string) => `Join ${isolate(organization)}`,
  name: 'Your name',
  passwordRule: 'At least 10 characters',
  accept: 'Join and sign in',
  failed: 'This invitation does not work',
  noPassword: 'This server does not use passwords, so you cannot sign in here. Ask your administrator how to join.',
} as const
