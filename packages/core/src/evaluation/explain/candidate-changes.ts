import { flagFrame } from '../flags/flag-frame.ts'
import type { SnapshotParts } from '../snapshot/snapshot-parts.ts'
import type { ValueForms } from '../values/value-forms.ts'
import { type CandidateChange, definitionChange, MAX_STEPS } from './candidate-change.ts'
import { changesInto } from './condition-changes.ts'
import { type Effort, explainScope } from './explain-scope.ts'
import type { Explanation, HoldoutExplanation } from './explanation.ts'
import { highestExcluding, loweredRollout } from './rollout-change.ts'
import { partsWith, type Situation } from './situation.ts'
import { withEntry } from './with-entry.ts'

/** The maximum number of condition sets that are searched. */
const MAX_CONDITIONS = 100

/** Iterates over sets of changes that may flip the result, each applied as a whole. They are computed lazily. */
export function* candidateChanges(
  parts: SnapshotParts,
  now: Situation,
  tree: Explanation,
  effort: Effort,
  forms: ValueForms,
): Iterable<readonly CandidateChange[]> {
  const { enabled, failed, reason } = tree.decision
  if (failed || reason.code === 'missing_dependency') return
  yield* enrollmentChange(tree)
  if (!enabled) return yield* changesToOn(parts, now, tree, effort, forms)
  yield* holdoutChange(tree.holdout)
  yield* lowerRollouts(tree)
  yield [SWITCH_OFF]
}

const SWITCH_OFF = definitionChange({ kind: 'switch_off' }, (definition) => ({ ...definition, active: false }))
const SWITCH_ON = definitionChange({ kind: 'switch_on' }, (definition) => ({ ...definition, active: true }))
const ADD_CONDITION = definitionChange({ kind: 'add_condition' }, (definition) => ({
  ...definition,
  filters: { ...definition.filters, groups: [...definition.filters.groups, { rollout_percentage: 100 }] },
}))

function enrollmentChange({ enrollment, decision }: Explanation): readonly (readonly CandidateChange[])[] {
  const { answer = null, property = null } = enrollment ?? {}
  if (decision.reason.code !== 'super_condition_value' || answer === null || property === null) return []
  const step = { kind: 'set_enrollment', property, value: !answer } as const
  const apply: CandidateChange['apply'] = (situation) => {
    const properties = withEntry(situation.subject.properties, property, !answer)
    return { ...situation, subject: { ...situation.subject, properties } }
  }
  return [[{ step, apply }]]
}

function holdoutChange(holdout: HoldoutExplanation | null): readonly (readonly CandidateChange[])[] {
  if (!holdout?.isHeldOut) return []
  const { id, bucket } = holdout
  const to = highestExcluding(bucket.position ?? 1)
  const step = { kind: 'lower_holdout', id, from: bucket.percentage, to } as const
  const change = definitionChange(step, (definition) => {
    const lowered = { ...definition.filters.holdout, exclusion_percentage: to }
    // It has an id, otherwise the subject would not be held out.
    return { ...definition, filters: { ...definition.filters, holdout: lowered as { id: number } & typeof lowered } }
  })
  return [[change]]
}

/** Returns changes that exclude the subject from every condition set that matches it. */
function lowerRollouts({ conditions }: Explanation): readonly (readonly CandidateChange[])[] {
  const matching = conditions.filter(({ outcome }) => outcome === 'match')
  if (matching.length > MAX_STEPS) return []
  return [matching.flatMap(({ index, rollout }) => (rollout ? [loweredRollout(index, rollout)] : []))]
}

/** Iterates over the changes that let each condition set match the subject. */
function* changesToOn(
  parts: SnapshotParts,
  now: Situation,
  tree: Explanation,
  effort: Effort,
  forms: ValueForms,
): Iterable<readonly CandidateChange[]> {
  const switchOn = now.definition.active ? [] : [SWITCH_ON]
  const definition = { ...now.definition, active: true }
  const scope = { ...explainScope(partsWith(parts, definition), definition.key, now.subject, forms), effort }
  const frame = flagFrame(definition, parts.rules)
  const conditions = definition.filters.groups ?? []
  if (conditions.length === 0) yield [...switchOn, ADD_CONDITION]
  for (const explained of tree.conditions.slice(0, MAX_CONDITIONS)) {
    const condition = conditions[explained.index]
    const changes = condition && changesInto(condition, explained, frame, scope)
    if (changes) yield [...switchOn, ...changes]
  }
}
