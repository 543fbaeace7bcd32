import { cohorts as text } from '../../../text/cohorts.ts'
import { filterClauses, type SentenceNames } from '../../../text/who-gets-it.ts'
import type { Criteria, CriteriaGroup } from './criteria.ts'

/** Returns 'Users whose plan is pro, or who are in the cohort "Beta".' */
export function groupSentence({ type, values }: CriteriaGroup, names: SentenceNames): string {
  if (values.length === 0) return text.nobodyYet
  return `${text.people} ${filterClauses(values, names).join(text.between[type])}.`
}

/** Returns a sentence for each group of a rule. */
export function criteriaSentences({ values }: Criteria, names: SentenceNames): readonly string[] {
  return values.map((group) => groupSentence(group, names))
}
