import { isJsonObject, type JsonValue } from '../../foundation/json/json-value.ts'
import { compileCohort, isCohortGroup, partsOf } from '../cohorts/compile-cohort.ts'
import type { PropertyFilter } from '../definition/flag-filters.ts'
import { ownProperty } from '../own-property.ts'
import { attempt } from './attempt.ts'
import { explainFilter } from './explain-filter.ts'
import { type ExplainScope, MAX_DEPTH, subScope, takeRoom } from './explain-scope.ts'
import type { CohortExplanation, CohortPartExplanation } from './explanation.ts'

/** Explains whether the person is in a cohort. */
export function explainCohort(id: string, scope: ExplainScope): CohortExplanation {
  const { value: isMember = null, problem } = attempt(() => scope.lookup.isInCohort(id, scope.subject))
  const definition = ownProperty(scope.parts.settings.cohorts, id)
  const inner = definition === undefined ? undefined : subScope(scope, `cohort ${id}`)
  const criteria = definition !== undefined && inner ? explainPart(definition, 0, inner) : null
  return { id, isMember, problem, criteria }
}

/** Explains a part of a cohort's definition, by what the engine compiles it to. */
function explainPart(part: JsonValue, index: number, scope: ExplainScope): CohortPartExplanation | null {
  if (!isJsonObject(part) || scope.depth > MAX_DEPTH || !takeRoom(scope)) return null
  const { value: passed = null, problem } = attempt(() =>
    compileCohort(part, scope.parts.rules)(scope.subject, scope.lookup),
  )
  if (isCohortGroup(part)) {
    const deeper = { ...scope, depth: scope.depth + 1 }
    const parts = partsOf(part).flatMap((inner, place) => explainPart(inner, place, deeper) ?? [])
    return { kind: 'group', type: String(part.type ?? ''), passed, problem, parts }
  }
  // It is no group, so the engine takes it for a filter too.
  const filter = part as unknown as PropertyFilter
  const explained = explainFilter(filter, { index, groupTypeIndex: null, asked: true }, scope)
  return { kind: 'filter', isNegated: filter.negation === true, passed, filter: explained }
}
