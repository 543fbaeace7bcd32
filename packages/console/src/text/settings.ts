/** Sentences of the settings. */
export const sections = {
  project: 'Project',
  members: 'Members',
  roles: 'Roles',
  groups: 'Group types',
  export: 'Export and import',
  health: 'Health',
  keys: 'API keys',
  you: 'You',
} as const

export const settings = {
  sections: 'Sections of the settings',
  name: 'Name',
  rename: 'Rename',
  renameWhat: (name: string) => `Rename ${name}`,
  save: 'Save changes',
  saved: 'Saved.',
  onlyAdmins: 'Only admins and owners of the organization may change this.',
  more: (name: string) => `More about ${name}`,
  shown: (shown: number, all: number) => `${shown} of ${all} are shown.`,
} as const

export const project = {
  name: 'Name',
  timezone: 'Time zone',
  timezoneHint: 'Days of dashboards begin at midnight there.',
  adds: 'Events of SDKs add the group types that they name',
  stale: 'When a flag counts as stale',
  staleHint: 'In days; leave a field empty for never.',
  notCalled: 'Not called for',
  neverCalled: 'Never called since it was made, after',
  rolledOut: 'Fully rolled out and unchanged for',
  tokens: 'Tokens',
  publicToken: 'Public token',
  publicHint: 'For SDKs. Safe in browsers.',
  secretToken: 'Secret token',
  secretHint: 'For servers that read the definitions of flags. Keep it out of browsers and repositories.',
  secretHidden: 'Admins and owners see it.',
  show: 'Show',
  hide: 'Hide',
  copy: (name: string) => `Copy the ${name.toLowerCase()}`,
  copyShort: 'Copy',
  reset: 'Reset',
  resetPublic: 'Reset the public token',
  resetPublicWhat: 'Everything that uses the present token stops getting flags until it is given the new one.',
  rotateSecret: 'Rotate the secret token',
  rotateSecretWhat: 'Servers that use the present token stop reading definitions until they are given the new one.',
  wasReset: 'The token has been replaced.',
} as const

export const levels: Readonly<Record<number, string>> = { 1: 'Member', 8: 'Admin', 15: 'Owner' }

/** What somebody of a level may do. */
export const levelMeans: Readonly<Record<number, string>> = {
  1: 'works with flags, dashboards and cohorts, as far as the organization and roles let members.',
  8: 'may do so whatever roles say, and runs the organization: projects, roles, members, settings.',
  15: 'may do all of that, and make others owners.',
}

export const members = {
  title: 'Members',
  about: (organization: string) => `Members of ${organization}, and so of all its projects.`,
  person: 'Person',
  level: 'Level',
  joined: 'Joined',
  you: 'you',
  levelOf: (name: string) => `Level of ${name}`,
  levelIs: (name: string, level: string) => `${name}: ${level}.`,
  remove: 'Remove from the organization',
  removeWho: (name: string) => `Remove ${name}`,
  removeWhat: 'They can no longer sign in here, and their keys for this organization open nothing.',
  removed: (name: string) => `${name} has been removed.`,
  signOut: 'Sign out everywhere',
  signedOut: (name: string) => `${name} has been signed out everywhere.`,
} as const

export const invitations = {
  title: 'Invitations',
  none: 'No invitation is open.',
  invite: 'Invite somebody',
  email: 'E-mail',
  make: 'Make the link',
  once: 'Send this link to them. It is shown this once.',
  copy: 'Copy the link',
  ready: 'The invitation is ready',
  done: 'Done',
  until: 'Good until',
  expired: 'Expired',
  withdraw: 'Withdraw',
  withdrawOf: (email: string) => `Withdraw the invitation of ${email}`,
  withdrawn: (email: string) => `The invitation of ${email} has been withdrawn.`,
} as const

export const accessLevels: Readonly<Record<number, string>> = { 21: 'May only view flags', 37: 'May edit all flags' }

export const roles = {
  title: 'Roles',
  about: (organization: string) => `Roles of ${organization}: they hold in all its projects.`,
  none: 'There are no roles yet. A role says what its members may do with flags.',
  name: 'Name',
  access: 'Flags',
  accessOf: (name: string) => `What ${name} may do with flags`,
  people: 'Members',
  nobody: 'Nobody',
  byDefault: 'Members without a role',
  everything: 'May edit all flags',
  add: 'New role',
  create: 'Create role',
  created: (name: string) => `The role ${name} has been made.`,
  remove: 'Delete',
  removeWho: (name: string) => `Delete the role ${name}`,
  removeWhat: 'Its members keep what their other roles and the default allow.',
  removed: (name: string) => `The role ${name} has been deleted.`,
  members: 'Change members',
  membersOf: (name: string) => `Members of ${name}`,
} as const

export const groupTypes = {
  about: 'A flag can be about groups, such as companies, instead of persons. A project has up to five types of them.',
  onlyAdmins: 'Only admins and owners of the organization may rename or remove one.',
  index: 'Index',
  changes: 'Changes',
  remove: 'Remove',
  removeWhich: (name: string) => `Remove the group type ${name}?`,
  removeWhat: 'What is known about its groups is deleted. This cannot be undone.',
  removed: (name: string) => `The group type ${name} has been removed.`,
  add: 'New group type',
  nameHint: 'As SDKs send it: company, team',
  create: 'Add group type',
  added: (name: string) => `The group type ${name} has been added.`,
  full: 'This project has as many group types as it can have.',
} as const

export const projectExport = {
  title: 'Export the project',
  about:
    'One document with the settings, roles, cohorts, flags, dashboards and templates of this project, to keep beside your code or to bring into another project.',
  without: 'It has no people, no counts and no history, and encrypted payloads are not shown in it.',
  save: 'Save the document',
  saved: (name: string) => `${name} has been saved.`,
} as const

export const health = {
  title: 'What this server stands on',
  about: 'What “flagdeck doctor” looks at too, which says more on the server itself. Looking changes nothing.',
  onlyAdmins: 'How the server is, admins see.',
  well: 'All is well.',
  unwell: 'Something needs a hand.',
  ok: '✓ well',
  failed: '✕ failed',
  again: 'Look again',
  names: {
    node: 'Node',
    clock: 'Clock',
    driver: 'Database driver',
    database: 'Database',
    migrations: 'Migrations',
    writing: 'Writing',
    redis: 'Redis',
    bootstrap: 'Bootstrap document',
  } as Readonly<Record<string, string>>,
} as const

export const projectImport = {
  title: 'Import a document',
  about:
    'Makes this project what a document says: all of it or, when anything in it is refused, nothing. You see first what would change.',
  onlyAdmins: 'Documents are imported by admins.',
  file: 'From a file:',
  document: 'The document as JSON',
  prune: 'Delete what the document does not have',
  pruneHint: 'Only of the kinds that the document lists. Flags, cohorts and dashboards can be restored.',
  look: 'See what would change',
  refused: 'The document cannot be imported as it is, and nothing was changed:',
  plan: 'What would change',
  nothing: 'Nothing would change',
  actions: { create: 'Make', update: 'Change', delete: 'Delete' },
  kinds: {
    project: 'the settings of',
    role: 'the role',
    cohort: 'the cohort',
    flag: 'the flag',
    dashboard: 'the dashboard',
    dashboard_template: 'the dashboard template',
  },
  fields: (count: number) => (count === 1 ? '1 field' : `${count} fields`),
  rest: (unchanged: number, kept: number) =>
    [
      `${unchanged} as the document says already.`,
      ...(kept === 0 ? [] : [`${kept} not in the document, which ${kept === 1 ? 'stays' : 'stay'}.`]),
    ].join(' '),
  apply: (count: number) => (count === 1 ? 'Make this change' : `Make these ${count} changes`),
  done: (count: number) => (count === 1 ? 'Made 1 change' : `Made ${count} changes`),
} as const

/** What the scopes of a key are about. */
export const scopeMeans = {
  feature_flag: 'Flags',
  cohort: 'Cohorts',
  dashboard: 'Dashboards',
  insight: 'Insights and their numbers',
  person: 'Persons',
  group: 'Groups and their types',
  project: 'Settings of the project',
  organization: 'The organization and its roles',
  organization_member: 'Members and invitations',
  activity_log: 'Activity',
  user: 'Yourself and your keys',
} as const

export const keys = {
  title: 'Your personal API keys',
  about: 'A key acts as you, within its scopes. Its value is shown once, when it is made.',
  calls: 'Every call, to be read and tried.',
  none: 'You have no keys.',
  label: 'Name',
  scopes: 'Scopes',
  ends: 'Ends',
  endsHint: 'Leave it empty for a key that does not end.',
  never: 'Never',
  used: 'Last used',
  make: 'New key',
  create: 'Create key',
  everything: 'Everything that you may do',
  chosen: 'Only these',
  read: 'Read',
  write: 'Read and write',
  nothing: 'None',
  chooseOne: 'Choose at least one scope.',
  ready: 'Your key',
  once: 'Copy it now: it is shown this once.',
  copy: 'Copy the key',
  done: 'Done',
  rotate: 'Rotate',
  rotateWho: (label: string) => `Rotate ${label}`,
  rotateWhat: 'The key gets another value, and the present one opens nothing from then on.',
  revoke: 'Revoke',
  revokeWho: (label: string) => `Revoke ${label}`,
  revokeWhat: 'What uses this key is refused from then on.',
  revoked: (label: string) => `${label} has been revoked.`,
} as const

export const you = {
  who: 'You are signed in as',
  wayIn:
    'With this address and a password you sign in again. Without a password it takes a link: whoever runs the server makes one with flagdeck sign-in.',
  password: 'Password',
  about: 'Setting a password ends all your other sessions.',
  current: 'Current password',
  currentHint: 'Leave it empty if you have none yet.',
  next: 'New password',
  nextHint: 'At least 10 characters',
  set: 'Set password',
  changed: 'Your password has been set.',
  sessions: 'Where you are signed in',
  browser: 'Browser',
  used: 'Last used',
  here: 'this browser',
  how: { link: 'By a link', password: 'By password', invitation: 'By an invitation', openid: 'By OpenID' },
  end: 'End',
  endOf: (browser: string) => `End the session of ${browser}`,
  ended: 'The session has been ended.',
  unknown: 'Unknown browser',
} as const
