import { useRef, useState } from 'preact/hooks'
import { type ConditionSet, groupTypeOf, type PropertyFilter } from '../../parts/conditions/condition-types.ts'
import { percent } from '../../parts/number.ts'
import { ownValue } from '../../parts/own-value.ts'
import { href } from '../../route.ts'
import { conditionText, rolloutText } from '../../text/flag-page.ts'
import { operatorText, wantedTexts } from '../../text/operators.ts'
import type { SentenceNames } from '../../text/who-gets-it.ts'
import { canWrite, type Flag } from './flag.ts'
import { RolloutForm, rolloutOf } from './rollout-form.tsx'

interface Props {
  readonly flag: Flag
  readonly names: SentenceNames
}

/** More sets than these are collapsed: thirty fill seven screens. */
const MOST_SETS = 6
const SHOWN_SETS = 5

/** Shows the condition sets of a flag. Their rollouts can be changed in place (CONSOLE-271). */
export function ConditionSets({ flag, names }: Props) {
  const sets = flag.filters.groups ?? []
  const [areAllShown, setAreAllShown] = useState(false)
  const [edit, setEdit] = useState<RolloutEdit>()
  const isLong = sets.length > MOST_SETS
  const shown = isLong && !areAllShown ? sets.slice(0, SHOWN_SETS) : sets
  return (
    <section class="stack">
      <h2>{conditionText.title}</h2>
      {sets.length === 0 && <p class="quiet">{conditionText.none}</p>}
      {sets.length > 0 && (
        <ol class="card shown-sets">
          {shown.map((set, index) => (
            // Sets have no ids: they are identified by their position.
            <SetRow key={index} flag={flag} set={set} index={index} names={names} edit={edit} setEdit={setEdit} />
          ))}
          {edit && edit.index >= shown.length && (
            <li class="shown-set">
              <RolloutForm
                {...edit}
                current={flag}
                onChange={(value) => setEdit({ ...edit, value })}
                onClose={() => setEdit(undefined)}
              />
            </li>
          )}
        </ol>
      )}
      {isLong && (
        <button
          type="button"
          class="button start"
          aria-expanded={areAllShown}
          onClick={() => setAreAllShown(!areAllShown)}
        >
          {areAllShown ? conditionText.showFewer : conditionText.showAll(sets.length)}
        </button>
      )}
    </section>
  )
}

/** The rollout that is edited in place: only one at a time. */
interface RolloutEdit {
  readonly index: number
  /** The flag as it was when the form opened: saving sends its version. */
  readonly flag: Flag
  /** What was typed, in percent. */
  readonly value: number
}

interface RowProps extends Props {
  readonly set: ConditionSet
  readonly index: number
  readonly edit: RolloutEdit | undefined
  readonly setEdit: (edit: RolloutEdit | undefined) => void
}

function SetRow({ flag, set, index, names, edit, setEdit }: RowProps) {
  const properties = set.properties ?? []
  const groupType = groupTypeOf(set, flag.filters)
  const by = groupType === null ? undefined : (names.groupTypes?.[groupType] ?? conditionText.group)
  const number = index + 1
  const isEdited = edit?.index === index
  const change = useRef<HTMLButtonElement>(null)
  const close = () => {
    setEdit(undefined)
    requestAnimationFrame(() => change.current?.focus())
  }
  const share = percent(set.rollout_percentage ?? 100)
  const isWritable = canWrite(flag) && !flag.deleted
  return (
    <li class="shown-set">
      <div class="row shown-set-head">
        <b class="set-name">
          {conditionText.set(number)}
          {by !== undefined && <span class="quiet set-by"> {conditionText.by(by)}</span>}
        </b>
        <span class="quiet grow" dir="auto">
          {set.description}
        </span>
        {set.variant && <span class="pill">{conditionText.gets(set.variant)}</span>}
        {isWritable ? (
          <button
            ref={change}
            type="button"
            class="set-share"
            aria-label={rolloutText.change(number, share)}
            aria-expanded={isEdited}
            onClick={() => setEdit(isEdited ? undefined : { index, flag, value: rolloutOf(flag, index) })}
          >
            {share}
            <svg viewBox="0 0 16 16" aria-hidden="true">
              <path d="M10.5 3 13 5.5 5.5 13H3v-2.5z" />
            </svg>
          </button>
        ) : (
          <span class="set-share">{share}</span>
        )}
        {isWritable && (
          <a
            class="small"
            href={`${href('flags', flag.id, 'edit')}?set=${number}`}
            aria-label={conditionText.editSet(number)}
          >
            {conditionText.edit}
          </a>
        )}
      </div>
      {isEdited && (
        <RolloutForm {...edit} current={flag} onChange={(value) => setEdit({ ...edit, value })} onClose={close} />
      )}
      <div class="row wrap set-filters">
        {properties.length === 0 && (
          <span class="quiet">{by === undefined ? conditionText.everyone : conditionText.every(by)}</span>
        )}
        {properties.map((filter, place) => (
          <FilterWords key={place} filter={filter} isFirst={place === 0} names={names} />
        ))}
      </div>
    </li>
  )
}

interface FilterProps {
  readonly filter: PropertyFilter
  readonly isFirst: boolean
  readonly names: SentenceNames
}

/** Of more values than these, the rest is only counted. The editor shows all of them. */
const MOST_VALUES = 6
const SHOWN_VALUES = 5

function FilterWords({ filter, isFirst, names }: FilterProps) {
  const operator = filter.operator ?? 'exact'
  const values = valuesOf(filter, names)
  const shown = values.length > MOST_VALUES ? values.slice(0, SHOWN_VALUES) : values
  const rest = values.slice(shown.length)
  return (
    <span class="row wrap filter-words">
      {!isFirst && <span class="quiet">{conditionText.and}</span>}
      <span class={filter.type === 'cohort' ? 'pill' : 'pill mono'}>{subjectOf(filter, names)}</span>
      <span class="quiet">{operatorText(operator, filter.value)}</span>
      {shown.map((value, place) => (
        <span key={place} class="pill" dir="auto">
          {value}
        </span>
      ))}
      {rest.length > 0 && (
        <span class="quiet" title={rest.join(', ')}>
          {conditionText.more(rest.length)}
        </span>
      )}
    </span>
  )
}

function valuesOf(filter: PropertyFilter, names: SentenceNames): readonly string[] {
  const cohort =
    filter.type === 'cohort' ? (ownValue(names.cohorts, String(filter.value)) ?? filter.cohort_name) : undefined
  return wantedTexts(filter.operator ?? 'exact', cohort ?? filter.value)
}

/**
 * Returns the name of what a filter depends on: a property, a cohort, or another flag, which filters reference by id.
 */
function subjectOf({ type, key }: PropertyFilter, names: SentenceNames): string {
  if (type === 'cohort') return conditionText.cohort
  if (type === 'flag') return ownValue(names.flags, key) ?? key
  return key === '$group_key' ? conditionText.key : key
}
