import type { Filters } from '../../parts/conditions/condition-types.ts'
import { blankFilter } from '../../parts/conditions/filter-editor.tsx'
import type { edit } from '../../text/flag-edit.ts'
import { BLANK, type Draft, same } from './draft.ts'

export type TemplateName = keyof typeof edit.templates

const EVERYONE = { properties: [], rollout_percentage: 100 }
const BY_EMAIL = {
  properties: [{ key: 'email', type: 'person', operator: 'icontains', value: '' }],
  rollout_percentage: 100,
} as const
const IN_A_COHORT = { properties: [blankFilter('cohort')], rollout_percentage: 100 }
const HALVES = {
  variants: [
    { key: 'control', rollout_percentage: 50 },
    { key: 'test', rollout_percentage: 50 },
  ],
}

/** The initial filters of a new flag. */
export const TEMPLATES: Readonly<Record<TemplateName, Filters>> = {
  simple: { groups: [EVERYONE] },
  targeted: { groups: [BY_EMAIL] },
  cohort: { groups: [IN_A_COHORT] },
  variants: { groups: [EVERYONE], multivariate: HALVES },
  targetedVariants: { groups: [BY_EMAIL], multivariate: HALVES },
  remote: { groups: [EVERYONE], payloads: { true: '{}' } },
  blank: { groups: [] },
}

/** Returns the draft of a flag for the members of a cohort. */
export function forCohort(id: number): Draft {
  const properties = [{ ...blankFilter('cohort'), value: id }]
  return { ...BLANK, filters: { groups: [{ properties, rollout_percentage: 100 }] } }
}

/** Returns the draft with a first condition set for one user, or the same draft if it has such a set. */
export function withUser(draft: Draft, distinctId: string): Draft {
  const { groups, aggregation_group_type_index: groupType } = draft.filters
  const properties = [{ key: 'distinct_id', type: 'person', operator: 'exact', value: [distinctId] } as const]
  // A set without a group type is rolled out by the group type of its flag.
  const byUser = groupType == null ? {} : { aggregation_group_type_index: null }
  const set = { properties, rollout_percentage: 100, ...byUser }
  return groups.some((each) => same(each, set))
    ? draft
    : { ...draft, filters: { ...draft.filters, groups: [set, ...groups] } }
}

/** Returns the draft with the filters of a template. The other fields stay unchanged. */
export function fromTemplate(draft: Draft, name: TemplateName): Draft {
  return { ...draft, filters: TEMPLATES[name], is_remote_configuration: name === 'remote' }
}
