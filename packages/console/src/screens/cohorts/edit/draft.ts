import { openProject } from '../../../session.ts'
import type { Cohort } from '../cohort.ts'
import { BLANK_CRITERIA, type Criteria, criteriaOf } from './criteria.ts'

/** A cohort that is being created or edited. */
export interface CohortDraft {
  readonly name: string
  readonly description: string
  readonly isStatic: boolean
  /** undefined if the rule is typed as JSON. */
  readonly criteria: Criteria | undefined
  readonly json: string
}

export const BLANK: CohortDraft = {
  name: '',
  description: '',
  isStatic: false,
  criteria: BLANK_CRITERIA,
  json: '',
}

export function draftOf(cohort: Cohort): CohortDraft {
  return {
    name: cohort.name,
    description: cohort.description,
    isStatic: cohort.is_static,
    criteria: cohort.is_static ? BLANK_CRITERIA : criteriaOf(cohort),
    json: JSON.stringify(cohort.filters.properties, null, 2),
  }
}

/** Returns the draft as a request body. */
export function bodyOf({ name, description, isStatic, criteria, json }: CohortDraft) {
  if (isStatic) return { name, description }
  return { name, description, filters: { properties: criteria ?? JSON.parse(json) } }
}

/** Returns the fields of a draft that differ from the cohort that was read. Other users may have changed the rest. */
export function changesOf(draft: CohortDraft, read: CohortDraft): Partial<ReturnType<typeof bodyOf>> {
  const before: Readonly<Record<string, unknown>> = bodyOf(read)
  const changed = Object.entries(bodyOf(draft)).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
  )
  return Object.fromEntries(changed)
}

/** Returns the name under which an edit is stored until it is saved or discarded. */
export const editName = (id: number | 'new'): string => `cohort:${openProject().id}:${id}`

/** An unsaved edit: the cohort that was read, and the draft. */
export interface CohortEdit {
  /** The version that was read; undefined for a new cohort. */
  readonly version: number | undefined
  readonly read: CohortDraft
  readonly draft: CohortDraft
}
