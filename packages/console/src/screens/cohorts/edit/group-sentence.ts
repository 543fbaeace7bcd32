import { cohorts as text } from '../../../text/cohorts.ts'
import { filterClauses, type SentenceNames } from '../../../text/who-gets-it.ts'
import type { Criteria, CriteriaGroup } from './criteria.ts'

/** 'Users whose plan is pro, or who are in the cohort "Beta".' */
export function groupSentence({ type, values }: CriteriaGroup, names: SentenceNames): string {
  if (values.length === 0) return text.nobodyYet
  return `${text.people} ${filterClauses(values, names).join(text.between[type])}.`
}

/** A rule as a sentence for each of its groups. */
export function criteriaSentences({ values }: Criteria, names: SentenceNames): readonly string[] {
  return values.map((group) => groupSentence(group, names))
}
