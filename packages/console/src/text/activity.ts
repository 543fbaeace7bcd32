import { type Change, changeSentence } from './flag-change.ts'

/** Sentences of the activity of a project. */
export const activity = {
  kind: 'What was changed',
  kinds: {
    FeatureFlag: 'Flags',
    Cohort: 'Cohorts',
    Dashboard: 'Dashboards',
    Insight: 'Insights',
    Role: 'Roles',
    Project: 'Project',
  },
  older: 'Show older',
  none: 'Nothing of this kind was changed yet.',
  details: 'Difference by field',
} as const

export type ActivityKind = keyof typeof activity.kinds

const NOUNS: Readonly<Record<ActivityKind, string>> = {
  FeatureFlag: 'flag',
  Cohort: 'cohort',
  Dashboard: 'dashboard',
  Insight: 'insight',
  Role: 'role',
  Project: 'project',
}

/** What was done, to be read after a name: "raised the rollout of set 1 from 10% to 25%", "created the cohort". */
export function doneTo(kind: ActivityKind, verb: string, changes: readonly Change[]): string {
  if (kind === 'FeatureFlag') return changeSentence(verb, changes)
  if (verb !== 'updated') return `${verb} the ${NOUNS[kind]}`
  const fields = changes.map(({ field }) => field.replaceAll('_', ' ')).filter((field) => field !== 'version')
  return fields.length === 0 ? `saved the ${NOUNS[kind]}` : `changed ${fields.join(', ')} of the ${NOUNS[kind]}`
}
