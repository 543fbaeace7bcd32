import { percent, whole } from '../parts/number.ts'
import { isolate } from './isolate.ts'
import { type Measure, measureNames, measureTitle, measureWord } from './measures.ts'

/** Texts of the page of a flag. */
export const tabNames = {
  overview: 'Overview',
  usage: 'Usage',
  explain: 'Explain',
  activity: 'Activity',
  access: 'Access',
  json: 'JSON',
} as const

export const flagText = {
  copyKey: 'Copy key',
  edit: 'Edit',
  tabs: 'Parts of the flag',
  more: 'More about this flag',
  on: 'On',
  off: 'Off',
  offWhenOn: 'Off. When on:',
  archive: 'Archive',
  unarchive: 'Unarchive',
  delete: 'Delete',
  restore: 'Restore',
  isDeleted: 'This flag is deleted. Code that uses it falls back to its default.',
  isArchived: 'This flag is archived and off for everyone. You can unarchive it.',
  turnedOn: 'Turned on',
  turnedOff: 'Turned off',
  archived: 'Archived',
  unarchived: 'Unarchived',
  deleted: 'Deleted',
  restored: 'Restored',
  archiveTitle: 'Archive this flag',
  archiveEffect: 'It turns off for everyone and leaves the list. You can unarchive it at any time.',
  deleteTitle: 'Delete this flag',
  deleteEffect: 'Code falls back to its default. You can undo this.',
  turnOffTitle: 'Turn this flag off for everyone',
  turnOffEffect: 'It returns false for everyone.',
  turnOffAction: 'Turn off for everyone',
  users: (count: number) => `${whole(count)} ${count === 1 ? 'user' : 'users'} saw it in the last 7 days.`,
  mayOnlyLook: 'View only: you do not have permission to edit this flag.',
} as const

/** Texts about the number of users, or groups of a type, that a flag reaches. */
export const reachText = {
  counting: (subjects: string) => `Counting ${subjects}…`,
  reached: (count: number, total: number, subjects: string) => {
    if (count === 0) return `None of the known ${subjects} (0 of ${whole(total)})`
    if (count === total && total > 1) return `All ${whole(total)} known ${subjects}`
    const share = percent(Math.round((1000 * count) / total) / 10)
    return `About ${whole(count)} of ${whole(total)} known ${subjects} (${share})`
  },
  partly: (count: number, total: number, subjects: string) =>
    `About ${whole(count)} of the first ${whole(total)} known ${subjects}. Partial count: a full count took too long.`,
  uncounted: (subjects: string) => `Unknown: no ${subjects} are stored.`,
  estimated: (count: number, users: number, subjects: string) =>
    `Based on the last 7 days, about ${whole(count)} of ${whole(users)} ${subjects}.`,
  failed: (reason: string) => `Unknown: ${reason}`,
  users: 'users',
  groups: 'groups',
  on: 'On',
  withoutVariant: 'On, without a variant',
} as const

export const glance = {
  title: 'At a glance',
  owner: 'Owner',
  noOwner: 'None',
  lastCalled: 'Last called',
  never: 'Never',
  usedBy: 'Used by',
  dependsOn: 'Depends on',
  noFlags: 'No flags',
  version: 'Version',
  versionBy: (version: number, name: string) => `${version}, by ${isolate(name)}`,
  system: 'the system',
  tags: 'Tags',
  moreTags: (count: number) => `Show ${whole(count)} more`,
  runtime: 'Evaluated on',
} as const

export const runtimes = { server: 'Servers only', client: 'Clients only', all: 'Servers and clients' } as const

export const warning = {
  title: 'Before you change it',
  dependents: (count: number) => (count === 1 ? 'depends on this flag.' : 'depend on this flag.'),
  effect: (count: number) =>
    count === 1
      ? 'If you turn this flag off, that flag turns off too.'
      : 'If you turn this flag off, those flags turn off too.',
} as const

export const conditionText = {
  title: 'Release conditions',
  none: 'Off for everyone: there is no condition set.',
  set: (number: number) => `Set ${number}`,
  everyone: 'Everyone',
  every: (groupType: string) => `Every ${isolate(groupType)}`,
  by: (groupType: string) => `by ${isolate(groupType)}`,
  group: 'group',
  and: 'and',
  cohort: 'cohort',
  key: 'key',
  gets: (variant: string) => `gets ${isolate(variant)}`,
  more: (count: number) => `${whole(count)} more values`,
  showAll: (count: number) => `Show all ${whole(count)} condition sets`,
  showFewer: 'Show fewer',
  edit: 'Edit',
  editSet: (number: number) => `Edit set ${number}`,
} as const

export const rolloutText = {
  change: (number: number, now: string) => `Change the rollout of set ${number}: ${now}`,
  label: (number: number) => `Rollout of set ${number} in percent`,
  save: 'Save',
  cancel: 'Cancel',
  hint: 'Enter saves, Esc cancels.',
  counting: 'Checking impact…',
  countingFirst: 'Checking impact first…',
  again: 'Press Enter again to save.',
  theirs: (user: string, rollout: string) => `${isolate(user)} changed this set. Its rollout is now ${rollout}.`,
  otherSets: (user: string) => `${isolate(user)} added or removed condition sets. Cancel, and open the set again.`,
  use: (rollout: string) => `Use ${rollout}`,
  uncounted: (reason: string) => `The impact cannot be checked: ${reason}`,
  isOff: 'The flag is off.',
  changes: (changed: number, total: number, subjects: string) =>
    `Changes the result for ${whole(changed)} of ${whole(total)} known ${subjects}.`,
  details: 'Show results',
  saved: (number: number, before: string, after: string) =>
    `Changed the rollout of set ${number} from ${before} to ${after}`,
} as const

export const payloadText = {
  title: 'Payloads',
  one: 'Payload',
  value: 'Value',
  payload: 'Payload',
  actions: 'Actions',
  show: 'Show',
  hide: 'Hide',
  copy: 'Copy',
  showOf: (key: string) => `Show the payload of ${isolate(key)}`,
  hideOf: (key: string) => `Hide the payload of ${isolate(key)}`,
  schema: 'JSON Schema of the payloads',
  encrypted: 'The payloads of this flag are encrypted.',
} as const

export const usageText = {
  range: 'Time range',
  ranges: { '-24h': '24 hours', '-7d': '7 days', '-30d': '30 days', '-90d': '90 days' },
  measure: 'Count',
  measures: measureNames,
  byVariantTitle: (measure: Measure) => `${measureTitle(measure)} by variant`,
  users: 'Users',
  summary: (measure: Measure, count: number, users: number | null) =>
    `${whole(count)} ${measureWord(measure, count)}${users === null ? '' : ` from ${whole(users)} ${usersWord(users)}`}`,
  usersSummary: (users: number) => `${whole(users)} unique ${usersWord(users)}`,
  usersGone: 'User counts for this period are no longer stored.',
  byVariant: 'By variant',
  variant: 'Variant',
  callCount: measureTitle('exposures'),
  evaluationCount: measureTitle('evaluations'),
  userCount: 'Users',
  errorCount: 'Errors',
  noAnswer: 'No result',
  other: 'Others',
  true: 'On',
  false: 'Off',
  approximate: 'User counts are estimates.',
  emptyTitle: 'No calls in this period',
  empty: 'Try one:',
  copyCommand: 'Copy command',
  lately: (measure: Measure) => `${measureTitle(measure)} by variant, 7 days`,
  reset: 'Reset usage',
  resetTitle: 'Reset the usage of this flag',
  resetEffect:
    'Call, evaluation and user counts restart at zero, and “Last called” is cleared. You cannot undo this. Charts on dashboards keep the earlier counts.',
  isReset: 'Usage reset',
  countedSince: (moment: string) => `Counted since ${moment}.`,
} as const

const usersWord = (count: number): string => (count === 1 ? 'user' : 'users')

export const accessText = {
  title: 'Roles that can edit this flag',
  about: 'Members of these roles can edit this flag. Its creator and admins always can.',
  none: 'No roles added.',
  add: 'Add role',
  role: 'Role',
  choose: 'Choose a role',
  members: (count: number) => (count === 1 ? '1 member' : `${count} members`),
  remove: 'Remove',
  removeOf: (role: string) => `Remove ${isolate(role)}`,
  removed: (role: string) => `${isolate(role)} can no longer edit this flag`,
  added: (role: string) => `${isolate(role)} can edit this flag`,
  since: 'added',
  noRoles: 'Your organization has no roles. Admins can create them in the settings.',
  removeTitle: (role: string) => `Remove access for ${isolate(role)}`,
  removeEffect: 'Its members lose the access that this role gives them. You can undo this.',
} as const

export const jsonText = { title: 'As returned by the API', copy: 'Copy JSON' } as const

export const activityText = {
  restore: (version: number) => `Restore version ${version}`,
  restored: (version: number) => `Restored version ${version}`,
  before: 'Before',
  after: 'After',
  affects: (changed: number, total: number, subjects: 'users' | 'groups') =>
    changed === 0
      ? `No change for any of the known ${subjects} (${whole(total)}).`
      : `Changes the result for ${whole(changed)} of ${whole(total)} known ${subjects}.`,
  empty: 'none',
  leftOut: (count: number) => (count === 1 ? '… 1 line' : `… ${count} lines`),
} as const

/** The notice about an unsaved edit of the flag. */
export const unsavedEdit = {
  notice: 'You have unsaved changes to this flag.',
  continue: 'Continue editing',
} as const
