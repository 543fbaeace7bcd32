import { whole } from '../parts/number.ts'
import { clipped } from './clipped.ts'

/** Texts of the activity of a project, a flag and an organization. */
export const activity = {
  kind: 'Kind',
  all: 'All',
  kinds: {
    FeatureFlag: 'Flags',
    Cohort: 'Cohorts',
    Dashboard: 'Dashboards',
    Insight: 'Charts',
    Role: 'Roles',
    Project: 'Project',
  },
  organization: 'Organization',
  elsewhere: 'Members, invitations and API keys:',
  ofOrganization: 'Activity of the organization',
  search: 'Search activity',
  searchHint: 'Name, user or value',
  from: 'From',
  to: 'To',
  flag: 'Flag',
  allFlags: 'All flags',
  user: 'User',
  anyone: 'Anyone',
  formerMember: 'Former member',
  group: 'Group by object and user',
  clear: 'Clear filters',
  older: 'Show older',
  loadingOlder: 'Loading older entries',
  searching: 'Searching older entries',
  fresh: (count: number, orMore: boolean) => `Show ${whole(count)}${orMore ? ' or more' : ''} new`,
  none: 'No activity yet.',
  noMatch: 'No matching activity.',
  today: (day: string) => `Today, ${day}`,
  yesterday: (day: string) => `Yesterday, ${day}`,
  changes: (count: number) => (count === 1 ? '1 change' : `${whole(count)} changes`),
  period: (from: string, to: string) => `${from} to ${to}`,
  by: 'by',
  version: (version: number) => `version ${whole(version)}`,
  compare: 'Compare',
  restore: 'Restore',
  versionOf: (version: number, name: string) => `version ${whole(version)} of ${clipped(name)}`,
  versionTitle: (version: number, name: string) => `Version ${whole(version)} of ${clipped(name)}`,
  restoreTitle: (version: number, name: string) => `Restore version ${whole(version)} of ${clipped(name)}`,
  isCurrent: 'This is the current version.',
  same: 'Same as now.',
  wouldChange: 'Restoring would change:',
} as const

/** Texts of the export of the activity. */
export const activityExport = {
  open: 'Export',
  title: 'Export activity',
  list: 'This list',
  listAbout: 'The filtered list as CSV, newest first, up to 10,000 entries.',
  listButton: 'Download CSV',
  everything: 'All activity of the project',
  everythingAbout: 'Every entry with every field, as JSON Lines.',
  everythingButton: 'Download JSON Lines',
  progress: (count: number) => `${whole(count)} entries loaded`,
  stop: 'Stop',
  saved: (count: number) => `Exported ${whole(count)} ${count === 1 ? 'entry' : 'entries'}`,
  cut: (count: number) => `Exported the newest ${whole(count)} entries. Narrow the dates to export older ones.`,
  columns: ['Time', 'Kind', 'Object', 'ID', 'Action', 'Change', 'User', 'E-mail', 'Version'],
} as const

export type ActivityKind = keyof typeof activity.kinds
