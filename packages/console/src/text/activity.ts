import { whole } from '../parts/number.ts'
import { type Change, changeSentence } from './flag-change.ts'

/** Sentences of the activity of a project and of its organization. */
export const activity = {
  kind: 'What was changed',
  everything: 'Everything',
  kinds: {
    FeatureFlag: 'Flags',
    Cohort: 'Cohorts',
    Dashboard: 'Dashboards',
    Insight: 'Insights',
    Role: 'Roles',
    Project: 'Project',
  },
  organization: 'Organization',
  person: 'Who did it',
  anybody: 'Anybody',
  formerPerson: 'Somebody who is no member',
  older: 'Show older',
  fresh: (count: number, orMore: boolean) => `Show ${whole(count)}${orMore ? ' or more' : ''} new`,
  none: 'Nothing of this kind was changed yet.',
  nothingBy: 'This person has changed nothing of this kind.',
  details: 'Difference by field',
  version: (version: number) => `Version ${whole(version)}`,
  of: (name: string) => `of ${name}`,
  versionTitle: (version: number, name: string) => `Version ${whole(version)} of ${name}`,
  restoreTitle: (version: number, name: string) => `Restore version ${whole(version)} of ${name}?`,
  isNow: 'This is how it is now.',
  same: 'It was then what it is now.',
  wouldChange: 'What going back would change:',
} as const

export type ActivityKind = keyof typeof activity.kinds

const NOUNS: Readonly<Record<string, string>> = {
  FeatureFlag: 'flag',
  Cohort: 'cohort',
  Dashboard: 'dashboard',
  Insight: 'insight',
  Role: 'role',
  Project: 'project',
  Organization: 'organization',
  OrganizationMembership: 'membership',
  OrganizationInvite: 'invitation',
  PersonalAPIKey: 'personal API key',
}

/** What was done, to be read after a name: "raised the rollout of set 1 from 10% to 25%", "created the cohort". */
export function doneTo(kind: string, verb: string, changes: readonly Change[]): string {
  if (kind === 'FeatureFlag') return changeSentence(verb, changes)
  const noun = NOUNS[kind] ?? kind
  if (verb !== 'updated') return `${verb} the ${noun}`
  const fields = changes.map(({ field }) => field.replaceAll('_', ' ')).filter((field) => field !== 'version')
  return fields.length === 0 ? `saved the ${noun}` : `changed the ${fields.join(', ')} of the ${noun}`
}
