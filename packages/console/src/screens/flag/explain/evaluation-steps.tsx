import { percent } from '../../../parts/number.ts'
import { ownValue } from '../../../parts/own-value.ts'
import { explainText } from '../../../text/explain.ts'
import { filterSubject, filterWords } from '../../../text/filter-sentence.ts'
import { CohortLink } from './cohorts.tsx'
import { type ConditionSet, cohortIdOf, type Explanation, type Filter } from './explanation.ts'
import { Rollout, VariantRanges } from './places.tsx'
import { Sign } from './sign.tsx'

/** Flags with more condition sets initially show only the relevant ones. */
const MOST_OPEN = 6

/** Shows every condition set with its filters, in the order of evaluation. */
export function EvaluationSteps({ explanation }: { readonly explanation: Explanation }) {
  const { problem, enrollment, holdout, conditions, nearest_change: nearest } = explanation
  const choice = enrollment?.answer ?? null
  const named = (nearest?.steps ?? []).flatMap((step) => ('condition_index' in step ? step.condition_index : []))
  const isOpen = ({ matched, index }: ConditionSet) =>
    conditions.length <= MOST_OPEN || matched || named.includes(index)
  return (
    <>
      {problem && <p class="wrong">{problem}</p>}
      {choice !== null && <Line passed={choice}>{choice ? explainText.enrolled : explainText.declined}</Line>}
      {holdout && (
        <Line passed={!holdout.is_held_out}>{holdout.is_held_out ? explainText.heldOut : explainText.notHeldOut}</Line>
      )}
      <ol class="tree">
        {conditions.map((condition) => (
          <SetSteps key={condition.index} condition={condition} isOpen={isOpen(condition)} />
        ))}
      </ol>
    </>
  )
}

interface LineProps {
  readonly passed: boolean | null
  readonly children: string
}

function Line({ passed, children }: LineProps) {
  return (
    <p class="tree-line">
      <Sign passed={passed} />
      <span>{children}</span>
    </p>
  )
}

interface SetProps {
  readonly condition: ConditionSet
  readonly isOpen: boolean
}

function SetSteps({ condition, isOpen }: SetProps) {
  const { index, description, outcome, reached, filters, rollout, variant, problem } = condition
  return (
    <li class={reached ? '' : 'not-evaluated'}>
      <details open={isOpen}>
        <summary class="tree-line">
          <Sign passed={outcome === 'failed' ? null : outcome === 'match'} />
          <span class="grow">
            <b>{explainText.set(index + 1)}</b> {description && <bdi class="quiet">{description}</bdi>}
          </span>
          <span class="quiet small tree-word">{outcomeText(condition)}</span>
        </summary>
        <ul class="tree-parts">
          {filters.length === 0 && (
            <li class="tree-line">
              <Sign passed />
              <span>{explainText.noFilters}</span>
            </li>
          )}
          {filters.map((filter) => (
            <FilterStep key={filter.index} filter={filter} />
          ))}
          {problem && (
            <li class="tree-line wrong">
              <Sign passed={null} />
              <span>{problem}</span>
            </li>
          )}
          {rollout && <Rollout rollout={rollout} isEvaluated={outcome !== 'no_condition_match'} />}
          {variant?.chosen && outcome === 'match' && <VariantRanges variant={variant} />}
        </ul>
      </details>
    </li>
  )
}

/** Shows what a filter evaluates. Properties and flags have the names that code uses. */
export function FilterSubject({ filter }: { readonly filter: Filter }) {
  const subject = filterSubject(filter)
  return filter.type === 'cohort' ? (
    <span>{subject}</span>
  ) : (
    <code>
      <bdi>{subject}</bdi>
    </code>
  )
}

function FilterStep({ filter }: { readonly filter: Filter }) {
  const { words, value, rest } = filterWords(filter)
  const nested = filter.flag?.explanation
  return (
    <li>
      <div class={`tree-line ${filter.asked ? '' : 'not-evaluated'}`}>
        <Sign passed={filter.passed} />
        <span>
          <FilterSubject filter={filter} /> {words}{' '}
          {filter.type === 'cohort' ? <CohortLink id={cohortIdOf(filter)} /> : value}
          {rest}
        </span>
      </div>
      {nested && (
        <details class="tree-nested">
          <summary class="quiet small">{explainText.whyOf(nested.key)}</summary>
          <EvaluationSteps explanation={nested} />
        </details>
      )}
    </li>
  )
}

function outcomeText({ outcome, reached, rollout, aggregation }: ConditionSet): string {
  if (!reached) return outcome === 'failed' ? explainText.notEvaluated : explainText.wouldMatch(outcome === 'match')
  if (outcome === 'no_group_type' && aggregation.group_type) return explainText.notInA(aggregation.group_type)
  const word = ownValue(explainText.outcomes, outcome) ?? outcome
  return outcome === 'out_of_rollout_bound' && rollout ? `${word} (${percent(rollout.percentage)})` : word
}
