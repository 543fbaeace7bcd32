import { whole } from '../parts/number.ts'
import { type Measure, measureNames, measureTitle, measureWord } from './measures.ts'
/** Sentences of a flag's own page. */
export const tabNames = {
  overview: 'Overview',
  conditions: 'Conditions',
  usage: 'Usage',
  explain: 'Explain',
  activity: 'Activity',
  access: 'Access',
  json: 'JSON',
} as const

export const flagText = {
  copyKey: 'Copy key',
  edit: 'Edit',
  explain: 'Explain',
  tabs: 'Parts of the flag',
  more: 'More about this flag',
  on: 'On',
  off: 'Off',
  onceOn: 'Once it is on:',
  archive: 'Archive',
  unarchive: 'Unarchive',
  delete: 'Delete',
  restore: 'Restore',
  isDeleted: 'This flag is deleted: whoever asks gets the default of their own code.',
  isArchived: 'This flag is archived: it is off for everyone, and can be taken out again.',
  turnedOn: 'Turned on',
  turnedOff: 'Turned off',
  archived: 'Archived',
  unarchived: 'Unarchived',
  deleted: 'Deleted',
  restored: 'Restored',
  archiveTitle: 'Archive this flag?',
  archiveEffect: 'It is turned off for everyone and leaves the list. It can be taken out of the archive at any time.',
  deleteTitle: 'Delete this flag?',
  deleteEffect: 'Whoever asks for it gets the default of their own code. You can undo this.',
  turnOffTitle: 'Turn this flag off for everyone?',
  turnOffAction: 'Turn off for everyone',
  users: (count: string) => `${count} users were given it in the last seven days.`,
  mayOnlyLook: 'You may look at this flag. Its creator, admins, and roles that were given it may change it.',
} as const

export const glance = {
  title: 'At a glance',
  status: 'Status',
  owner: 'Owner',
  nobody: 'Nobody',
  lastCalled: 'Last called',
  never: 'Never',
  neededBy: 'Needed by',
  dependsOn: 'Depends on',
  noFlag: 'No other flag',
  version: 'Version',
  versionBy: (version: number, name: string) => `${version}, by ${name}`,
  system: 'the system',
  tags: 'Tags',
  runtime: 'Evaluated',
} as const

export const runtimes = { server: 'On servers', client: 'In clients', all: 'Everywhere' } as const

export const warning = {
  title: 'Before you change it',
  asks: (count: number) => (count === 1 ? 'asks whether this flag is on.' : 'ask whether this flag is on.'),
  effect: (count: number) =>
    count === 1 ? 'Turning it off turns that off too.' : 'Turning it off turns those off too.',
} as const

export const conditionText = {
  title: 'Release conditions',
  none: 'There is no condition set, so nobody gets this flag.',
  set: (number: number) => `Set ${number}`,
  everyone: 'Everyone',
  and: 'and',
  cohort: 'cohort',
  gets: (variant: string) => `gets ${variant}`,
  payload: 'Payloads',
  payloadSchema: 'JSON Schema of the payloads',
  encrypted: 'Payloads of this flag are encrypted.',
} as const

export const usageText = {
  range: 'Time range',
  ranges: { '-24h': '24 hours', '-7d': '7 days', '-30d': '30 days', '-90d': '90 days' },
  measure: 'What is counted',
  measures: measureNames,
  byVariantTitle: (measure: Measure) => `${measureTitle(measure)} by variant`,
  users: 'Users',
  summary: (measure: Measure, count: number, users: string | null) =>
    `${whole(count)} ${measureWord(measure, count)}${users === null ? '' : ` by ${users} users`}.`,
  usersSummary: (users: string) => `${users} different users in all.`,
  usersGone: 'Users of this range are no longer kept.',
  byVariant: 'By variant',
  variant: 'Variant',
  callCount: measureTitle('exposures'),
  evaluationCount: measureTitle('evaluations'),
  userCount: 'Users',
  errorCount: 'Errors',
  noAnswer: 'No answer',
  other: 'Others',
  true: 'On',
  false: 'Off',
  approximate: 'Numbers of users are estimates.',
  emptyTitle: 'Nobody has called this flag in this time',
  empty: 'A call makes it appear here. Try one:',
  copyCommand: 'Copy command',
  lately: (measure: Measure) => `${measureTitle(measure)} by variant, 7 days`,
  reset: 'Reset usage',
  resetTitle: 'Reset the usage of this flag?',
  resetEffect:
    'Calls, evaluations and users are counted from now on, and so is when the flag was last called. This cannot be undone. Insights still find what was counted before.',
  isReset: 'Usage is counted from now on',
  countedSince: (moment: string) => `Counted since ${moment}.`,
} as const

export const accessText = {
  title: 'Roles that may change this flag',
  about:
    'Members of these roles may change this flag, whatever they may do with others. Its creator and admins always may.',
  none: 'No role was given this flag.',
  add: 'Give to role',
  role: 'Role',
  choose: 'Choose a role',
  members: (count: number) => (count === 1 ? '1 member' : `${count} members`),
  remove: 'Take away',
  removed: (role: string) => `${role} may no longer change this flag because of its role access`,
  added: (role: string) => `${role} may change this flag`,
  since: 'since',
  noRoles: 'The organization has no roles. An admin makes them in the settings.',
  removeTitle: (role: string) => `Take this flag away from ${role}?`,
} as const

export const jsonText = { title: 'As the API answers it', copy: 'Copy JSON' } as const

export const activityText = {
  undo: 'Undo this change',
  restore: (version: number) => `Restore version ${version}`,
  restoreTitle: (version: number) => `Restore version ${version}?`,
  restored: (version: number) => `Restored what version ${version} was`,
  nothing: 'That version is what the flag is now.',
  details: 'Difference by field',
  before: 'Before',
  after: 'After',
  becomes: 'The change',
  affects: (changed: string, total: string) => `${changed} of ${total} known users get another answer.`,
  affectsNone: 'No known user gets another answer.',
  more: 'Show older',
  none: 'Nothing was recorded.',
  empty: 'nothing',
  leftOut: (count: number) => (count === 1 ? '… 1 line' : `… ${count} lines`),
  version: (version: number) => `Version ${version}`,
} as const

/** The notice about an edit of the flag that was not saved yet. */
export const unsavedEdit = {
  notice: 'You have unsaved changes to this flag.',
  continue: 'Continue editing',
} as const
