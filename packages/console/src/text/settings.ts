import { whole } from '../parts/number.ts'
import { isolate } from './isolate.ts'

/** The sections of the settings in their groups. Each name is the last part of an address. */
export const groups = {
  Project: { project: 'General', groups: 'Group types', export: 'Export and import' },
  Organization: { members: 'Members', roles: 'Roles', health: 'Server health' },
  You: { keys: 'API keys', you: 'Account' },
} as const

/** All sections, for commands that open them. */
export const sections = { ...groups.Project, ...groups.Organization, ...groups.You } as const

export const settings = {
  sections: 'Settings sections',
  name: 'Name',
  rename: 'Rename',
  renameWhat: (name: string) => `Rename ${isolate(name)}`,
  change: 'Change',
  changeAccess: 'Change access',
  save: 'Save changes',
  saved: 'Changes saved.',
  discard: 'Discard them',
  onlyAdmins: 'View only. Only admins and owners of the organization can change this.',
  more: (name: string) => `More for ${isolate(name)}`,
  shown: (shown: number, all: number) => `Showing ${whole(shown)} of ${whole(all)}.`,
} as const

export const project = {
  general: 'General',
  generalAbout: 'The name and the time zone of this project.',
  name: 'Name',
  timezone: 'Time zone',
  timezoneHint: 'Used for daily charts.',
  adds: 'Create group types from SDK events',
  stale: 'Stale flags',
  staleAbout: 'When to mark a flag as stale. Leave a field empty to skip that check.',
  notCalled: 'Days without calls',
  neverCalled: 'Days since creation, if never called',
  rolledOut: 'Days fully rolled out and unchanged',
  tokens: 'Tokens',
  tokensAbout: 'SDKs and servers use these tokens to connect to this project.',
  publicToken: 'Public token',
  publicHint: 'For SDKs. Safe in browsers.',
  secretToken: 'Secret token',
  secretHint: 'For servers that read flag definitions. Keep it out of browsers and repositories.',
  secretHidden: 'Only admins and owners can see it.',
  show: 'Show',
  hide: 'Hide',
  copy: 'Copy',
  rotate: 'Rotate',
  rotatePublic: 'Rotate public token',
  rotatePublicWhat:
    'The public token gets a new value. Clients with the old one stop getting flags until you give them the new one.',
  rotateSecret: 'Rotate secret token',
  rotateSecretWhat:
    'The secret token gets a new value. Servers with the old one cannot read definitions until you give them the new one.',
  rotated: 'Token rotated.',
} as const

/** The effect of each level, after its name. */
export const levelMeans: Readonly<Record<number, string>> = {
  1: 'Can use flags, dashboards and cohorts, as far as their roles allow.',
  8: 'Has full access to all projects, regardless of roles. Can manage projects, roles and members.',
  15: 'Can do everything admins can. Can also make members owners, and change or remove owners.',
}

export const members = {
  title: 'Members',
  about: (organization: string) => `Members of ${isolate(organization)} have access to all its projects.`,
  count: (count: number) => (count === 1 ? '1 member' : `${whole(count)} members`),
  search: 'Search members',
  searchHint: 'Search by name or e-mail',
  noMatch: (search: string) => `No members match “${isolate(search)}”.`,
  clear: 'Clear search',
  person: 'Member',
  level: 'Access',
  roles: 'Roles',
  noRoles: 'None',
  joined: 'Joined',
  lastSeen: 'Last seen',
  neverSeen: 'Never',
  you: 'you',
  accessOf: (name: string) => `Change access for ${isolate(name)}`,
  levelIs: (name: string, level: string) => `Access for ${isolate(name)}: ${level}.`,
  remove: 'Remove from organization',
  removeAction: 'Remove member',
  removeWho: (name: string) => `Remove ${isolate(name)}`,
  removeWhat: 'They lose access to all projects, and their API keys stop working.',
  removed: (name: string) => `Removed ${isolate(name)}.`,
  signOut: 'Sign out everywhere',
  signedOut: (name: string) => `Signed out ${isolate(name)} everywhere.`,
} as const

export const invitations = {
  pending: (count: number) => (count === 1 ? '1 pending invitation' : `${whole(count)} pending invitations`),
  invite: 'Invite members',
  emails: 'E-mail addresses',
  emailsHint: 'Separate addresses with commas, spaces or line breaks.',
  missing: 'Enter at least one e-mail address.',
  invalid: (wrong: readonly string[]) =>
    `${wrong.length === 1 ? 'This is not an e-mail address' : 'These are not e-mail addresses'}: ${wrong.map(isolate).join(', ')}`,
  access: 'Access',
  create: (count: number) => (count <= 1 ? 'Create link' : `Create ${whole(count)} links`),
  creating: (done: number, all: number) => `Creating ${whole(done + 1)} of ${whole(all)}…`,
  ready: (count: number) => (count === 1 ? 'Invitation created' : `${whole(count)} invitations created`),
  noneReady: 'No invitations created',
  once: (count: number) =>
    count === 1
      ? 'Send this link to the new member. It is shown only once and expires in 7 days.'
      : 'Send each link to its address. Links are shown only once and expire in 7 days.',
  copy: 'Copy link',
  copyShort: 'Copy',
  copyAll: 'Copy all',
  failed: (count: number) =>
    count === 1
      ? '1 address could not be invited. To correct it, choose “Invite members” again.'
      : `${whole(count)} addresses could not be invited. To correct them, choose “Invite members” again.`,
  done: 'Done',
  until: 'Expires',
  expired: 'Expired',
  withdraw: 'Withdraw',
  withdrawOf: (email: string) => `Withdraw invitation for ${isolate(email)}`,
  withdrawn: (email: string) => `Withdrew the invitation for ${isolate(email)}.`,
} as const

/** The effect of each access level on members. */
export const accessMeans: Readonly<Record<number, string>> = {
  21: 'Can view all flags. Can edit only flags they created and flags shared with one of their roles.',
  37: 'Can edit all flags in all projects of the organization.',
}

export const roles = {
  title: 'Roles',
  about: (organization: string) => `Roles of ${isolate(organization)} apply to all its projects.`,
  noEffect:
    'Every member can currently edit all flags, so roles have no effect. To use roles, set the default access to “View flags”.',
  none: 'No roles yet. A role decides which flags its members can edit.',
  name: 'Name',
  access: 'Access',
  accessOf: (name: string) => `Change access for ${isolate(name)}`,
  accessOfDefault: 'Change default access',
  accessIs: (name: string, access: string) => `Access for ${isolate(name)}: ${access}.`,
  people: 'Members',
  noMembers: 'None',
  others: (count: number) => `and ${whole(count)} more`,
  byDefault: 'Default access',
  byDefaultAbout: 'For members without a role. Admins and owners can always edit all flags.',
  defaultIs: (access: string) => `Default access: ${access}.`,
  add: 'New role',
  addAbout: 'A member with several roles has the access of all of them.',
  create: 'Create role',
  created: (name: string) => `Created role ${isolate(name)}.`,
  remove: 'Delete',
  removeAction: 'Delete role',
  removeWho: (name: string) => `Delete role ${isolate(name)}`,
  removeWhat: 'Its members keep the default access and the access from their other roles. You cannot undo this.',
  removed: (name: string) => `Deleted role ${isolate(name)}.`,
  members: 'Change members',
  membersOf: (name: string) => `Change members of ${isolate(name)}`,
  search: 'Search members',
  searchHint: 'Search by name or e-mail',
  noMatch: 'No members match.',
  unchanged: 'No changes.',
  adds: (names: readonly string[]) => `Adds ${names.map(isolate).join(', ')}.`,
  removes: (names: readonly string[]) => `Removes ${names.map(isolate).join(', ')}.`,
  membersSaved: (name: string) => `Saved the members of ${isolate(name)}.`,
  failed: (name: string, problem: string) => `${isolate(name)}: ${problem}`,
} as const

export const groupTypes = {
  title: 'Group types',
  about:
    'Flags can target groups, such as companies, instead of individual users. A project can have up to five group types.',
  onlyAdmins: 'Only admins and owners of the organization can rename or remove group types.',
  index: 'Index',
  actions: 'Actions',
  remove: 'Remove',
  removeAction: 'Remove group type',
  removeWhich: (name: string) => `Remove group type ${isolate(name)}`,
  removeWhat: 'This deletes its groups and their properties. You cannot undo this.',
  removed: (name: string) => `Removed group type ${isolate(name)}.`,
  add: 'New group type',
  addAbout: 'Use the group type that your SDKs send.',
  nameHint: 'For example: company, team',
  create: 'Create group type',
  created: (name: string) => `Created group type ${isolate(name)}.`,
  full: 'This project has the maximum of five group types. To create another, remove one first.',
} as const

export const projectExport = {
  title: 'Export',
  about:
    'Download one document with this project’s settings, roles, cohorts, flags, dashboards and templates. Store it with your code, or import it into another project.',
  without: 'It does not include users, usage, history or encrypted payloads.',
  save: 'Download document',
  saved: (name: string) => `Downloaded ${name}.`,
} as const

export const health = {
  title: 'Server health',
  about: 'Runs the “flagdeck doctor” checks that are possible from the console. They change nothing.',
  onlyAdmins: 'Only admins can see server health.',
  well: 'All checks passed.',
  unwell: 'Action needed: see the failed checks.',
  ok: '✓ OK',
  failed: '✕ Failed',
  again: 'Check again',
  names: {
    node: 'Node',
    clock: 'Clock',
    driver: 'Database driver',
    database: 'Database',
    migrations: 'Migrations',
    writing: 'Write access',
    redis: 'Redis',
    bootstrap: 'Bootstrap document',
    'encryption key': 'Encryption key',
    persons: 'Stored users',
  } as Readonly<Record<string, string>>,
} as const

export const projectImport = {
  title: 'Import',
  about: 'Apply a document to this project: all of its changes, or none. You can preview them first.',
  onlyAdmins: 'Only admins can import documents.',
  file: 'From a file',
  document: 'Document (JSON)',
  prune: 'Delete items not in the document',
  pruneHint:
    'Affects only the kinds of items that the document contains. You can restore deleted flags, cohorts and dashboards.',
  look: 'Preview changes',
  refused: 'The document was not imported, and nothing was changed:',
  plan: 'Changes',
  nothing: 'No changes',
  actions: { create: 'Create', update: 'Update', delete: 'Delete' },
  kinds: {
    project: 'settings of',
    role: 'role',
    cohort: 'cohort',
    flag: 'flag',
    dashboard: 'dashboard',
    dashboard_template: 'dashboard template',
  },
  fields: (count: number) => (count === 1 ? '1 field' : `${whole(count)} fields`),
  rest: (unchanged: number, kept: number) =>
    [`${whole(unchanged)} unchanged.`, ...(kept === 0 ? [] : [`${whole(kept)} not in the document (kept).`])].join(' '),
  apply: (count: number) => (count === 1 ? 'Apply 1 change' : `Apply ${whole(count)} changes`),
  done: (count: number) => (count === 1 ? 'Applied 1 change.' : `Applied ${whole(count)} changes.`),
} as const

/** The names of the objects of scopes. */
export const scopeMeans = {
  feature_flag: 'Flags',
  cohort: 'Cohorts',
  dashboard: 'Dashboards',
  insight: 'Charts',
  query: 'Chart results',
  person: 'Users',
  group: 'Groups and group types',
  project: 'Project settings',
  organization: 'Organization and roles',
  organization_member: 'Members and invitations',
  activity_log: 'Activity',
  user: 'Your account and keys',
} as const

export const keys = {
  title: 'Your API keys',
  about: 'A key acts as you, within its scopes. Its value is shown only once, when you create or rotate it.',
  calls: 'API reference',
  none: 'You have no API keys.',
  label: 'Name',
  labelHint: 'What uses this key, such as “deploy pipeline”.',
  scopes: 'Access',
  ends: 'Expires',
  endsHint: 'Leave empty for no expiry.',
  never: 'Never',
  used: 'Last used',
  make: 'New key',
  createTitle: 'Create API key',
  create: 'Create key',
  presets: {
    read: { name: 'Read only', means: 'Can view everything you can view, and change nothing.' },
    ci: { name: 'CI', means: 'Can import, export and edit flags, cohorts and dashboards.' },
    sdk: { name: 'Server SDK', means: 'Can read flag definitions, for SDKs that evaluate locally.' },
    custom: { name: 'Custom', means: 'Has only the scopes you choose.' },
    full: { name: 'Full access', means: 'Can do everything you can, including managing members and keys.' },
  },
  read: 'Read',
  write: 'Read and write',
  nothing: 'None',
  chooseOne: 'Choose at least one scope.',
  ready: 'Your new key',
  once: 'Copy it now. It is shown only once.',
  copy: 'Copy key',
  done: 'Done',
  rotate: 'Rotate',
  rotateAction: 'Rotate key',
  rotateWho: (label: string) => `Rotate key ${isolate(label)}`,
  rotateWhat: 'The key gets a new value. The old value stops working immediately.',
  revoke: 'Revoke',
  revokeAction: 'Revoke key',
  revokeWho: (label: string) => `Revoke key ${isolate(label)}`,
  revokeWhat: 'The key stops working immediately. You cannot undo this.',
  revoked: (label: string) => `Revoked ${isolate(label)}.`,
} as const

export const you = {
  who: 'Signed in as',
  password: 'Password',
  about:
    'Sign in with your e-mail and this password. Without a password, you need a sign-in link from your administrator (flagdeck sign-in). Setting a password signs you out of all other browsers.',
  current: 'Current password',
  currentHint: 'Leave empty if you do not have one yet.',
  next: 'New password',
  nextHint: 'At least 10 characters.',
  set: 'Set password',
  changed: 'Password set.',
  sessions: 'Where you are signed in',
  sessionsAbout: 'End sessions that you do not recognize or no longer use.',
  used: 'Last used',
  here: 'this browser',
  how: {
    link: 'With a sign-in link',
    password: 'With a password',
    invitation: 'With an invitation',
    openid: 'With OpenID',
  },
  end: 'End session',
  endOf: (browser: string) => `End session in ${browser}`,
  ended: 'Session ended.',
  unknown: 'Unknown browser',
} as const
