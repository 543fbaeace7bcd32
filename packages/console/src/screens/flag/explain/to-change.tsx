import { connected } from '../../../api/connection.ts'
import { percent } from '../../../parts/number.ts'
import { ownValue } from '../../../parts/own-value.ts'
import { tell } from '../../../parts/toasts.tsx'
import { useDoing } from '../../../parts/use-doing.ts'
import { Wrong } from '../../../parts/wrong.tsx'
import { href } from '../../../route.ts'
import { changeText, explainText } from '../../../text/explain.ts'
import { must, requirement } from '../../../text/filter-sentence.ts'
import { resultText } from '../../../text/why.ts'
import { addMember, removeMember } from '../../cohorts/cohort-actions.ts'
import { canWrite, type Flag } from '../flag.ts'
import { type Cohort, CohortLink, useCohort } from './cohorts.tsx'
import { type ChangeStep, cohortIdOf, explanationOf, type Filter, type NearestChange } from './explanation.ts'
import type { SubjectEvaluation } from './use-evaluations.ts'

interface Props {
  readonly flag: Flag
  readonly result: SubjectEvaluation
}

/** Shows the smallest change that would change the result, and the buttons that add the user. */
export function ToChange({ flag, result: { subject, evaluation } }: Props) {
  const { nearest_change: change, conditions } = explanationOf(evaluation)
  const writable = canWrite(flag) && !flag.deleted
  const { distinctId } = subject
  if (!change && !(writable && distinctId !== '')) return null
  const memberships = conditions.flatMap(({ filters }) => filters).filter(isMissingMembership)
  const ids = [...new Set(memberships.map(cohortIdOf))]
  return (
    <section class="card accent stack">
      <h2>{change ? changeText.title(evaluation.result === false) : changeText.target}</h2>
      {change && <Steps change={change} />}
      {change && (
        <p class="quiet small">
          {changeText.result} <b dir="auto">{resultText(change.answer)}</b>
        </p>
      )}
      <div class="row wrap">
        {writable && change && (
          <a class="button" href={href('flags', flag.id, 'edit')}>
            {explainText.editConditions}
          </a>
        )}
        {writable && distinctId !== '' && (
          <a class="button" href={`${href('flags', flag.id, 'edit')}?${new URLSearchParams({ user: distinctId })}`}>
            {changeText.addSet}
          </a>
        )}
        {distinctId !== '' && ids.map((id) => <AddTo key={id} id={id} distinctId={distinctId} />)}
      </div>
    </section>
  )
}

/** Whether the user would match this filter as a member of its cohort. */
function isMissingMembership({ type, operator, passed }: Filter): boolean {
  return type === 'cohort' && operator === 'in' && passed === false
}

interface AddToProps {
  readonly id: string
  readonly distinctId: string
}

/** Adds the user to a static cohort. Membership in other cohorts follows from properties. */
function AddTo({ id, distinctId }: AddToProps) {
  const cohort = useCohort(id)
  const doing = useDoing()
  if (!cohort?.is_static || !cohort.can_edit || !connected.value) return null
  return (
    <>
      <button
        type="button"
        class="button"
        disabled={doing.blocked}
        onClick={() => void doing.run(() => add(cohort, distinctId))}
      >
        {changeText.addTo(cohort.name)}
      </button>
      <Wrong problem={doing.problem} />
    </>
  )
}

async function add({ id, name }: Cohort, distinctId: string): Promise<void> {
  const isNew = await addMember(id, distinctId)
  if (isNew) tell(changeText.added(distinctId, name), () => removeMember(id, distinctId))
}

function Steps({ change }: { readonly change: NearestChange }) {
  if (!change.steps.every(({ kind }) => KINDS.has(kind))) return <p>{change.sentence}</p>
  const [only] = change.steps
  if (change.steps.length === 1 && only) return <p>{stepText(only)}</p>
  return (
    <ul class="change-steps">
      {change.steps.map((step, index) => (
        <li key={index}>{stepText(step)}</li>
      ))}
    </ul>
  )
}

const KINDS: ReadonlySet<string> = new Set([
  'switch_on',
  'switch_off',
  'add_condition',
  'raise_rollout',
  'lower_rollout',
  'lower_holdout',
  'set_enrollment',
  'set_property',
  'join_cohort',
  'leave_cohort',
  'change_flag',
  'join_group',
  'identify',
] satisfies readonly ChangeStep['kind'][])

function stepText(step: ChangeStep) {
  switch (step.kind) {
    case 'switch_on':
      return changeText.switchOn
    case 'switch_off':
      return changeText.switchOff
    case 'add_condition':
      return changeText.addCondition
    case 'raise_rollout':
      return changeText.raiseRollout(step.condition_index + 1, percent(step.from), percent(step.to))
    case 'lower_rollout':
      return changeText.lowerRollout(step.condition_index + 1, percent(step.from), percent(step.to))
    case 'lower_holdout':
      return changeText.lowerHoldout(String(step.id), percent(step.from), percent(step.to))
    case 'set_enrollment':
      return changeText.set(step.property, String(step.value))
    case 'set_property':
      return <PropertyStep step={step} />
    case 'join_cohort':
    case 'leave_cohort':
      return (
        <>
          {step.kind === 'join_cohort' ? changeText.inCohort : changeText.notInCohort}{' '}
          <CohortLink id={step.cohort_id} />
        </>
      )
    case 'change_flag':
      return changeText.flagReturns(step.flag, resultText(step.value).toLowerCase())
    case 'join_group':
      return changeText.joinGroup(step.group_type)
    case 'identify':
      return changeText.identify(ownValue(changeText.identifiers, step.source) ?? step.source)
  }
}

function PropertyStep({ step }: { readonly step: ChangeStep & { readonly kind: 'set_property' } }) {
  const { property, owner, requirements } = step
  const required = requirements.map(({ operator, value: wanted }) => {
    const { words, value } = requirement({ type: owner.kind, key: property, operator, wanted })
    return `${must(words)} ${value}`.trim()
  })
  return (
    <>
      <code>
        <bdi>{property}</bdi>
      </code>{' '}
      {owner.group_type !== undefined && changeText.ofGroup(owner.group_type)} {required.join(` ${changeText.and} `)}
    </>
  )
}
