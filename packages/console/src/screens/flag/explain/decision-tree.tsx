import { useQuery } from '../../../api/query.ts'
import { percent } from '../../../parts/number.ts'
import { openProject } from '../../../session.ts'
import { explainText } from '../../../text/explain.ts'
import { filterSentence, filterSubject } from '../../../text/filter-sentence.ts'
import type { ConditionSet, Explanation, Filter } from './explanation.ts'
import { Rollout, VariantRanges } from './places.tsx'
import { Sign } from './sign.tsx'

/** How a flag came to its answer: every set with every filter, in the order in which they are asked. */
export function DecisionTree({ tree: { problem, enrollment, holdout, conditions } }: { readonly tree: Explanation }) {
  return (
    <>
      {problem && <p class="wrong">{problem}</p>}
      {enrollment?.answer !== undefined && enrollment?.answer !== null && (
        <Line passed={enrollment.answer}>{enrollment.answer ? explainText.enrolled : explainText.declined}</Line>
      )}
      {holdout && (
        <Line passed={!holdout.is_held_out}>{holdout.is_held_out ? explainText.heldOut : explainText.notHeldOut}</Line>
      )}
      <ol class="tree">
        {conditions.map((condition) => (
          <SetOfTree key={condition.index} condition={condition} />
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

function SetOfTree({ condition }: { readonly condition: ConditionSet }) {
  const { index, description, outcome, reached, filters, rollout, variant, problem } = condition
  return (
    <li class={reached ? '' : 'not-asked'}>
      <div class="tree-line">
        <Sign passed={outcome === 'failed' ? null : outcome === 'match'} />
        <span class="grow">
          <b>{`Set ${index + 1}`}</b>{' '}
          <span class="quiet" dir="auto">
            {description}
          </span>
        </span>
        <span class="quiet small tree-word">{outcomeText(condition)}</span>
      </div>
      <ul class="tree-parts">
        {filters.length === 0 && (
          <li class="tree-line">
            <Sign passed />
            <span>{explainText.everyone}</span>
          </li>
        )}
        {filters.map((filter) => (
          <FilterOfTree key={filter.index} filter={filter} />
        ))}
        {problem && (
          <li class="tree-line wrong">
            <Sign passed={null} />
            <span>{problem}</span>
          </li>
        )}
        {rollout && <Rollout rollout={rollout} isAsked={outcome !== 'no_condition_match'} />}
        {variant?.chosen && outcome === 'match' && <VariantRanges variant={variant} />}
      </ul>
    </li>
  )
}

/** A property or a flag is what code calls it; a person is a word of the sentence. */
function SubjectOfFilter({ filter }: { readonly filter: Filter }) {
  const subject = filterSubject(filter)
  return filter.type === 'cohort' ? <span>{subject}</span> : <code>{subject}</code>
}

function FilterOfTree({ filter }: { readonly filter: Filter }) {
  const nested = filter.flag?.explanation
  return (
    <li>
      <div class={`tree-line ${filter.asked ? '' : 'not-asked'}`}>
        <Sign passed={filter.passed} />
        <span dir="auto">
          <SubjectOfFilter filter={filter} /> {filterSentence(filter, useCohortName(filter))}
        </span>
      </div>
      {nested && (
        <details class="tree-nested">
          <summary class="quiet small">{explainText.flagAnswered(nested.key)}</summary>
          <p class="small">{nested.summary}</p>
          <DecisionTree tree={nested} />
        </details>
      )}
    </li>
  )
}

function outcomeText({ outcome, matched, reached, rollout }: ConditionSet): string {
  const word = OUTCOMES[outcome] ?? outcome
  if (matched) return explainText.decided
  const told = outcome === 'out_of_rollout_bound' && rollout ? `${word} of ${percent(rollout.percentage)}` : word
  return reached ? told : `${told}, ${explainText.notAsked}`
}

const OUTCOMES: Readonly<Record<string, string>> = {
  match: explainText.match,
  no_condition_match: explainText.noMatch,
  out_of_rollout_bound: explainText.outside,
  no_group_type: explainText.noGroup,
  failed: explainText.failed,
}

/** As many as a page may have: the explanation names cohorts by number. */
const COHORTS = '1000'

function useCohortName({ type, wanted }: Filter): string | undefined {
  const input = type === 'cohort' ? { params: { project_id: openProject().id }, query: { limit: COHORTS } } : null
  const { data } = useQuery('listCohorts', input)
  return data?.results.find(({ id }) => String(id) === String(wanted))?.name
}
