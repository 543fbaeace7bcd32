import type { ComponentChildren } from 'preact'
import { Answered } from '../../../parts/answered.tsx'
import { focusAfterRemoval } from '../../../parts/focus-after-removal.ts'
import { percent } from '../../../parts/number.ts'
import { ownValue } from '../../../parts/own-value.ts'
import { href, place, setQuery } from '../../../route.ts'
import { explainText, comparisonText as text } from '../../../text/explain.ts'
import { requirement, seenText } from '../../../text/filter-sentence.ts'
import { resultText, whyText } from '../../../text/why.ts'
import type { Flag } from '../flag.ts'
import { CohortLink, CohortsProvider, useCohorts } from './cohorts.tsx'
import { type Compared, type ComparedSet, compareSets, differencesOnly, setDiffers } from './compare-sets.ts'
import { FilterSubject } from './evaluation-steps.tsx'
import {
  type Bucket,
  type ConditionSet,
  cohortIdOf,
  type Explanation,
  explanationOf,
  type Filter,
} from './explanation.ts'
import { bucketText } from './places.tsx'
import { Sign } from './sign.tsx'
import { queryOf, type Subject, showSubjects, subjectName, typedProperties } from './subject.ts'
import { emailOf, type SubjectEvaluation, useEvaluation } from './use-evaluations.ts'

interface Props {
  readonly flag: Flag
  readonly subjects: readonly Subject[]
}

/** Shows the results of several subjects in columns, with the same condition sets and filters in the same rows. */
export function Comparison({ flag, subjects }: Props) {
  const [first, second, third, fourth, fifth] = subjects
  const all = [
    useEvaluation(flag, first),
    useEvaluation(flag, second),
    useEvaluation(flag, third),
    useEvaluation(flag, fourth),
    useEvaluation(flag, fifth),
  ].slice(0, subjects.length)
  const results = all.flatMap(({ data }) => data ?? [])
  const cohorts = useCohorts(results.map(({ evaluation }) => explanationOf(evaluation)))
  const together = {
    data: results.length === all.length ? results : undefined,
    problem: all.find(({ problem }) => problem)?.problem,
    loading: all.some(({ loading }) => loading),
  }
  return (
    <CohortsProvider value={cohorts}>
      <Answered query={together} rows={9}>
        {(shown) => <ComparisonTable flag={flag} results={shown} />}
      </Answered>
    </CohortsProvider>
  )
}

/** The parameter in the address that shows only the rows that differ. */
const SHOW = 'show'
const DIFFERENCES = 'differences'

interface TableProps {
  readonly flag: Flag
  readonly results: readonly SubjectEvaluation[]
}

function ComparisonTable({ flag, results }: TableProps) {
  const isShort = place.value.query.get(SHOW) === DIFFERENCES
  const explanations = results.map(({ evaluation }) => explanationOf(evaluation))
  const sets = compareSets(explanations)
  const shown = isShort ? sets.filter(setDiffers).map(differencesOnly) : sets
  return (
    <>
      <label class="row small only-differences">
        <input
          type="checkbox"
          checked={isShort}
          onChange={({ currentTarget }) => setQuery({ [SHOW]: currentTarget.checked ? DIFFERENCES : null })}
        />
        {text.onlyDifferences}
      </label>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: columns that do not fit are scrolled with the keyboard */}
      {/* biome-ignore lint/a11y/useSemanticElements: the focus moves within the section of the whole tab */}
      <div class="comparison-scroll" tabIndex={0} role="region" aria-label={text.title}>
        <table class="comparison" style={{ '--subjects': results.length }}>
          <thead>
            <tr>
              <td />
              {results.map((result) => (
                <SubjectHead key={`${queryOf(result.subject)}`} flag={flag} result={result} all={results} />
              ))}
            </tr>
          </thead>
          <tbody>
            <tr class="results">
              <th scope="row">{text.result}</th>
              {results.map(({ subject, evaluation, isUnknown }) => (
                <td key={`${queryOf(subject)}`}>
                  <div
                    class={`compared-result ${isUnknown ? 'is-tentative' : evaluation.result === false ? '' : 'is-on'}`}
                  >
                    <bdi>{resultText(evaluation.result)}</bdi>
                  </div>
                  <div class="quiet small">{whyText(evaluation)}</div>
                </td>
              ))}
            </tr>
            <EarlierRows explanations={explanations} isShort={isShort} />
          </tbody>
          {shown.map((set) => (
            <SetRows key={set.index} set={set} isShort={isShort} />
          ))}
        </table>
      </div>
      {isShort && shown.length === 0 && <p class="quiet">{text.noDifferences}</p>}
    </>
  )
}

interface HeadProps {
  readonly flag: Flag
  readonly result: SubjectEvaluation
  readonly all: readonly SubjectEvaluation[]
}

/** Shows a subject of the comparison, with a link to its explanation. */
function SubjectHead({ flag, result: { subject, user, isUnknown }, all }: HeadProps) {
  const name = subjectName(subject)
  const email = emailOf(user)
  const groups = subject.distinctId === '' ? [] : Object.entries(subject.groups)
  const isChanged = Object.keys(ownValue(typedProperties.value, subject.distinctId) ?? {}).length > 0
  const remove = (button: HTMLElement) => {
    const focusNeighbour = focusAfterRemoval(button, ENTRIES)
    showSubjects(all.map((each) => each.subject).filter((each) => each !== subject))
    focusNeighbour()
  }
  return (
    <th scope="col">
      <div class="subject-head">
        <a class="mono subject-name" href={`${href('flags', flag.id, 'explain')}?${queryOf(subject)}`} title={name}>
          <bdi>{name}</bdi>
        </a>
        <button
          type="button"
          class="button plain icon"
          aria-label={text.remove(name)}
          title={text.remove(name)}
          onClick={({ currentTarget }) => remove(currentTarget)}
        >
          <span aria-hidden="true">×</span>
        </button>
      </div>
      {email && (
        <div class="quiet small subject-about" title={email}>
          <bdi>{email}</bdi>
        </div>
      )}
      {isUnknown && <div class="small no-profile">{explainText.unknownShort}</div>}
      {groups.map(([type, key]) => (
        <div key={type} class="quiet small subject-about" title={key}>
          <bdi>{type}</bdi>: <bdi>{key}</bdi>
        </div>
      ))}
      {isChanged && <div class="quiet small">{explainText.propertiesChanged}</div>}
    </th>
  )
}

const ENTRIES = { controls: '.subject-head button', otherwise: '.subject input' }

interface EarlierProps {
  readonly explanations: readonly Explanation[]
  readonly isShort: boolean
}

/** Shows early access and the holdout, which are evaluated before the condition sets. */
function EarlierRows({ explanations, isShort }: EarlierProps) {
  const choices = explanations.map(({ enrollment }) => enrollment?.answer ?? null)
  const holdouts = explanations.map(({ holdout }) => holdout?.is_held_out ?? null)
  const isShown = (values: readonly unknown[]) =>
    isShort ? new Set(values).size > 1 : values.some((value) => value !== null)
  return (
    <>
      {isShown(choices) && (
        <Row head={text.earlyAccess} differs={new Set(choices).size > 1}>
          {choices.map((choice, index) => (
            <td key={index}>
              {choice !== null && <Cell passed={choice}>{choice ? text.optedIn : text.optedOut}</Cell>}
            </td>
          ))}
        </Row>
      )}
      {isShown(holdouts) && (
        <Row head={text.holdout} differs={new Set(holdouts).size > 1}>
          {holdouts.map((isHeldOut, index) => (
            <td key={index}>
              {isHeldOut !== null && <Cell passed={!isHeldOut}>{isHeldOut ? text.heldOut : ''}</Cell>}
            </td>
          ))}
        </Row>
      )}
    </>
  )
}

interface SetProps {
  readonly set: ComparedSet
  readonly isShort: boolean
}

function SetRows({ set: { index, description, sets, filters, rollout, variant }, isShort }: SetProps) {
  const isShown = ({ values, differs }: Compared<unknown>) =>
    isShort ? differs : values.some((value) => value !== undefined)
  const share = rollout.values.find((value) => value !== undefined)?.percentage ?? 100
  const hasRollout = isShown(rollout) && share < 100
  return (
    <tbody>
      <Row
        class="set-row"
        differs={sets.differs}
        head={
          <>
            <b>{explainText.set(index + 1)}</b> {description && <bdi class="quiet">{description}</bdi>}
          </>
        }
      >
        {sets.values.map((each, at) => (
          <td key={at}>{each && <SetCell set={each} />}</td>
        ))}
      </Row>
      {filters.map((filter) => {
        const any = filter.values.find((value) => value !== undefined)
        return (
          any && (
            <Row key={any.index} class="part-row" differs={filter.differs} head={<FilterHead filter={any} />}>
              {filter.values.map((each, column) => (
                <td key={column}>{each && <FilterCell filter={each} isReached={isReached(sets, column)} />}</td>
              ))}
            </Row>
          )
        )
      })}
      {hasRollout && (
        <Row class="part-row" head={text.rollout(percent(share))} differs={rollout.differs}>
          {rollout.values.map((each, column) => (
            <td key={column}>{each && <RolloutCell rollout={each} isEvaluated={isEvaluated(sets, column)} />}</td>
          ))}
        </Row>
      )}
      {isShown(variant) && (
        <Row class="part-row" head={text.variant} differs={variant.differs}>
          {variant.values.map((each, column) => (
            <td key={column}>
              <bdi>{each}</bdi>
            </td>
          ))}
        </Row>
      )}
    </tbody>
  )
}

function isReached({ values }: ComparedSet['sets'], column: number): boolean {
  return values[column]?.reached ?? false
}

/** Whether the filters of a set matched, so that its rollout decided. */
function isEvaluated(sets: ComparedSet['sets'], column: number): boolean {
  return isReached(sets, column) && sets.values[column]?.outcome !== 'no_condition_match'
}

interface RowProps {
  readonly class?: string
  readonly head: ComponentChildren
  /** Whether the subjects differ in this row. */
  readonly differs: boolean
  readonly children: ComponentChildren
}

function Row({ class: name = '', head, differs, children }: RowProps) {
  return (
    <tr class={`${name} ${differs ? 'differs' : ''}`}>
      <th scope="row">
        {differs && (
          <>
            <span class="different" aria-hidden="true">
              ≠
            </span>
            <span class="visually-hidden">{text.different} </span>
          </>
        )}
        {head}
      </th>
      {children}
    </tr>
  )
}

interface CellProps {
  readonly passed: boolean | null
  /** Whether the evaluation ended before this row. */
  readonly isQuiet?: boolean
  readonly children: ComponentChildren
}

function Cell({ passed, isQuiet = false, children }: CellProps) {
  return (
    <div class={`compared-cell ${isQuiet ? 'not-evaluated' : ''}`}>
      <Sign passed={passed} />
      <span class="compared-value">{children}</span>
    </div>
  )
}

function SetCell({ set: { outcome, reached } }: { readonly set: ConditionSet }) {
  const passed = outcome === 'failed' ? null : outcome === 'match'
  return (
    <Cell passed={passed} isQuiet={!reached}>
      {reached ? (ownValue(explainText.outcomes, outcome) ?? outcome) : explainText.notEvaluated}
    </Cell>
  )
}

function FilterHead({ filter }: { readonly filter: Filter }) {
  const { words, value } = requirement(filter)
  return (
    <>
      <FilterSubject filter={filter} /> {words}{' '}
      {filter.type === 'cohort' ? <CohortLink id={cohortIdOf(filter)} /> : value}
    </>
  )
}

function FilterCell({ filter, isReached: reached }: { readonly filter: Filter; readonly isReached: boolean }) {
  const { passed, type, operator, problem, is_missing: isMissing, asked } = filter
  const isMember = (operator === 'in') === passed
  const seen = type === 'cohort' ? (isMember ? text.inCohort : text.notInCohort) : seenText(filter)
  const value = passed === null ? (problem ?? explainText.outcomes.failed) : isMissing ? text.notSet : seen
  return (
    <Cell passed={passed} isQuiet={!reached || !asked}>
      <bdi title={value}>{value}</bdi>
    </Cell>
  )
}

function RolloutCell({ rollout, isEvaluated: evaluated }: { readonly rollout: Bucket; readonly isEvaluated: boolean }) {
  const { position, is_in: isIn } = rollout
  return (
    <Cell passed={isIn} isQuiet={!evaluated}>
      {position === null ? explainText.noUser : text.bucket(bucketText(position))}
    </Cell>
  )
}
