import type { JsonValue } from '../../json/json-value.ts'
import type { MatchingRules } from '../matching-rules.ts'
import { ownProperty } from '../own-property.ts'
import type { Predicate } from '../predicate.ts'
import { UnevaluableError } from '../unevaluable-error.ts'
import { compileCohort } from './compile-cohort.ts'

/** The cohorts of a project by id, each compiled when it is first asked for. */
export function cohortPredicates(
  cohorts: { readonly [id: string]: JsonValue } | undefined,
  rules: MatchingRules,
): (id: string) => Predicate {
  const compiled = new Map<string, Predicate>()
  return (id) => {
    const known = compiled.get(id)
    if (known) return known
    const definition = ownProperty(cohorts, id)
    // Static and deleted cohorts are not in the definitions.
    if (definition === undefined) throw new UnevaluableError(`cohort ${id} is not among the definitions`)
    const predicate = compileCohort(definition, rules)
    compiled.set(id, predicate)
    return predicate
  }
}
