import { ownProperty } from '../../foundation/json/own-property.ts'
import type { DefinitionsSettings } from '../definition/definitions.ts'
import { UnevaluableError } from '../definition/unevaluable-error.ts'
import type { Predicate } from '../lookup/predicate.ts'
import type { MatchingRules } from '../operators/matching-rules.ts'
import { compileCohort } from './compile-cohort.ts'

/** Returns the cohorts of a project by id. Each is compiled on first use. */
export function cohortPredicates(settings: DefinitionsSettings, rules: MatchingRules): (id: string) => Predicate {
  // Bound: OUT-8 definitions
  const compiled = new Map<string, Predicate>()
  const staticIds = new Set(settings.static_cohort_ids?.map(String))
  return (id) => {
    const known = compiled.get(id)
    if (known) return known
    const definition = ownProperty(settings.cohorts, id)
    if (definition === undefined && !staticIds.has(id)) {
      throw new UnevaluableError(`cohort ${id} is not in the definitions`)
    }
    const predicate = definition === undefined ? isListed(id) : compileCohort(definition, rules)
    compiled.set(id, predicate)
    return predicate
  }
}

/** Tests membership in a static cohort by the ids of the subject: a static cohort has no criteria. */
function isListed(id: string): Predicate {
  return ({ cohortIds }, lookup) => Array.isArray(cohortIds) && lookup.forms.idsIn(cohortIds).has(id)
}
