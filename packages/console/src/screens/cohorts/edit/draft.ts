import { openProject } from '../../../session.ts'
import type { Cohort } from '../cohort.ts'
import { BLANK_CRITERIA, type Criteria, criteriaOf } from './criteria.ts'

/** A cohort that is being made or changed. */
export interface CohortDraft {
  readonly name: string
  readonly description: string
  readonly isStatic: boolean
  /** undefined: the rule is typed as JSON. */
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

/** What a draft says, as the API takes it. */
export function bodyOf({ name, description, isStatic, criteria, json }: CohortDraft) {
  if (isStatic) return { name, description }
  return { name, description, filters: { properties: criteria ?? JSON.parse(json) } }
}

/** What of a draft differs from what was read: the rest somebody else may have changed meanwhile. */
export function changesOf(draft: CohortDraft, read: CohortDraft): Partial<ReturnType<typeof bodyOf>> {
  const before: Readonly<Record<string, unknown>> = bodyOf(read)
  const changed = Object.entries(bodyOf(draft)).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
  )
  return Object.fromEntries(changed)
}

const nameOf = (id: number | 'new'): string => `flagdeck:cohort:${openProject().id}:${id}`

/** An edit under way: what was read, and what became of it. */
export interface CohortEdit {
  /** Which version was read; undefined: it is a new one. */
  readonly version: number | undefined
  readonly read: CohortDraft
  readonly draft: CohortDraft
}

/** What was typed and not saved, kept over a reload, a lost session or a dead server. */
export function keptEdit(id: number | 'new'): CohortEdit | undefined {
  try {
    const text = sessionStorage.getItem(nameOf(id))
    return text === null ? undefined : (JSON.parse(text) as CohortEdit) // written below
  } catch {
    return undefined
  }
}

/** @param edit undefined: there is nothing to keep any more */
export function keepEdit(id: number | 'new', edit: CohortEdit | undefined): void {
  try {
    if (edit === undefined) sessionStorage.removeItem(nameOf(id))
    else sessionStorage.setItem(nameOf(id), JSON.stringify(edit))
  } catch {
    // A browser without storage, or with a full one: what is typed lives as long as the page.
  }
}
