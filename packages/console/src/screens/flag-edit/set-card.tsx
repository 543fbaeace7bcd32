import { memo } from 'preact/compat'
import { useEffect } from 'preact/hooks'
import { useSources } from '../../parts/conditions/condition-sources.ts'
import { type ConditionSet, type Filters, groupTypeOf } from '../../parts/conditions/condition-types.ts'
import type { Reach } from '../../parts/conditions/count-reach.ts'
import { FiltersEditor } from '../../parts/conditions/filters-editor.tsx'
import { isPercentage, percent, whole } from '../../parts/number.ts'
import { useAfterPaint } from '../../parts/use-after-paint.ts'
import { edit } from '../../text/flag-edit.ts'
import { conditionSentence } from '../../text/who-gets-it.ts'
import { same } from './draft.ts'
import { type FiltersAside, setAside } from './filters-aside.ts'
import { type Problems, wrongAt } from './problems.ts'
import { Rollout } from './rollout.tsx'

interface Props {
  readonly set: ConditionSet
  /** The rollout that was read; undefined if it is unchanged, or if sets were added or removed. */
  readonly rolloutBefore: number | undefined
  readonly index: number
  /** The filters of the flag without its condition sets. */
  readonly filters: Filters
  readonly reach: Reach
  readonly aside: FiltersAside | undefined
  /** Problems of this set, by paths such as `groups[0].variant`. */
  readonly problems: Problems
  /** Whether it is the only set, the first one, or the last one. */
  readonly place: SetPlace
  /** Whether it is expanded; undefined if it cannot be collapsed. A problem expands it. */
  readonly isOpen: boolean | undefined
  readonly actions: SetActions
}

export type SetPlace = 'only' | 'first' | 'middle' | 'last'

/** The actions on the set at an index. One object serves all sets of a form, and uses their current state. */
export interface SetActions {
  change(index: number, set: ConditionSet): void
  rollOutBy(index: number, groupType: number | null): void
  fold(index: number, isOpen: boolean): void
  move(index: number, step: 1 | -1): void
  duplicate(index: number): void
  remove(index: number): void
}

/**
 * Shows a condition set: its filters, its rollout, and both in a sentence. It is rendered again only when it changes.
 */
export const SetCard = memo(Card, (previous, next) => {
  const { problems, ...others } = previous
  const isSame = Object.entries(others).every(([name, value]) => next[name as keyof Props] === value)
  return isSame && same([...problems], [...next.problems])
})

function Card(props: Props) {
  const { set, index, filters, problems, reach } = props
  const { names } = useSources()
  const groupType = groupTypeOf(set, filters)
  const rollout = set.rollout_percentage ?? 100
  const rolloutBefore = props.rolloutBefore ?? rollout
  const hasProblem = problems.size > 0
  const isOpen = props.isOpen !== false || hasProblem
  // The fields take longer to draw than the heading that opens them. A wrong field is there immediately: it gets the focus.
  const hasFields = (useAfterPaint(isOpen) && isOpen) || hasProblem
  // It stays open while the problem is being fixed.
  useEffect(() => {
    if (hasProblem) props.actions.fold(index, true)
  }, [hasProblem])
  return (
    <article class={isOpen ? 'card set' : 'card set is-folded'} aria-label={edit.set(index + 1)} tabIndex={-1}>
      <SetHead {...props} isOpen={props.isOpen === undefined ? undefined : isOpen} />
      <div class="set-body">
        {hasFields && <SetFields {...props} groupType={groupType} />}
        {isPercentage(rollout) && (
          <p class="quiet sentence">
            <bdi>{conditionSentence(set, names, filters)}</bdi>
            {rolloutBefore !== rollout && ` ${edit.before(percent(rolloutBefore))}`}.{' '}
            {reachSentence(
              reach.counted,
              groupType === null ? edit.users : edit.groups(names.groupTypes?.[groupType]),
              rollout,
            )}
          </p>
        )}
      </div>
    </article>
  )
}

interface FieldsProps extends Props {
  readonly groupType: number | null
}

function SetFields({ groupType, ...props }: FieldsProps) {
  const { set, index, filters, problems, reach, actions } = props
  const onChange = (changed: ConditionSet) => actions.change(index, changed)
  const path = `groups[${index}]`
  const rollout = set.rollout_percentage ?? 100
  const variants = filters.multivariate?.variants ?? []
  const overrideWrong = wrongAt(problems, `${path}.variant`)
  const rolloutWrong = wrongAt(problems, `${path}.rollout_percentage`)
  return (
    <>
      <FiltersEditor
        filters={set.properties ?? []}
        groupType={groupType}
        wrongAt={(place) =>
          wrongAt(problems, `${path}.properties[${place}]`) ?? placedWrong(reach.wrong, `properties[${place}]`)
        }
        onChange={(properties) => onChange({ ...set, properties })}
      />
      <Rollout
        value={rollout}
        before={props.rolloutBefore ?? rollout}
        position={index + 1}
        onChange={(rollout_percentage) => onChange({ ...set, rollout_percentage })}
      />
      {rolloutWrong && <p class="wrong">{rolloutWrong}</p>}
      <div class="row wrap set-choices">
        <RollOutBy {...props} groupType={groupType} />
        {(variants.length > 0 || set.variant) && (
          <label class="choice">
            <span class="quiet">{edit.override}</span>
            <select
              class="input"
              aria-invalid={overrideWrong !== undefined}
              value={set.variant ?? ''}
              onChange={({ currentTarget: { value } }) => onChange({ ...set, variant: value || null })}
            >
              <option value="">{edit.byShare}</option>
              {[...new Set([...variants.map(({ key }) => key), ...(set.variant ? [set.variant] : [])])].map((key) => (
                <option key={key} value={key}>
                  {key}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      {overrideWrong && <p class="wrong">{overrideWrong}</p>}
      <SetAside {...props} />
    </>
  )
}

function SetHead({ set, index, place, problems, isOpen, actions }: Props) {
  const hasProblem = problems.size > 0
  const moves = [
    { label: edit.up, icon: 'M8 13V3M4 7l4-4 4 4', isOff: place === 'first', act: () => actions.move(index, -1) },
    { label: edit.down, icon: 'M8 3v10M4 9l4 4 4-4', isOff: place === 'last', act: () => actions.move(index, 1) },
  ]
  const acts = [
    ...(place === 'only' ? [] : moves),
    { label: edit.duplicate, icon: 'M5.5 5.5h8v8h-8zM3 10.5h-.5v-8h8V3', act: () => actions.duplicate(index) },
    { label: edit.remove, icon: 'M3 4.5h10M6.5 4.5v-2h3v2M4.5 4.5l.5 9h6l.5-9', act: () => actions.remove(index) },
  ].map((act) => ({ isOff: false, ...act }))
  return (
    <header class="set-head">
      <h3>
        {isOpen === undefined ? (
          edit.set(index + 1)
        ) : (
          <button
            type="button"
            class="button plain fold"
            aria-expanded={isOpen}
            disabled={hasProblem}
            onClick={() => actions.fold(index, !isOpen)}
          >
            {edit.set(index + 1)}
          </button>
        )}
      </h3>
      <input
        class="bare"
        aria-label={edit.setDescription(index + 1)}
        placeholder={edit.setDescriptionHint}
        dir="auto"
        value={set.description ?? ''}
        onInput={({ currentTarget: { value } }) => actions.change(index, { ...set, description: value || null })}
      />
      <div class="set-acts">
        {acts.map(({ label, icon, isOff, act }) => (
          <button
            key={label}
            type="button"
            class="button plain icon"
            data-act={label}
            title={label}
            aria-label={edit.actOnSet(label, index + 1)}
            disabled={isOff}
            onClick={act}
          >
            <svg viewBox="0 0 16 16" aria-hidden="true">
              <path d={icon} />
            </svg>
          </button>
        ))}
      </div>
    </header>
  )
}

interface RollOutByProps extends Pick<Props, 'index' | 'actions'> {
  readonly groupType: number | null
}

/**
 * Buttons, because on a closed list an arrow key would replace all filters of the set (CONSOLE-221). Projects without
 * group types have no choice.
 */
function RollOutBy({ index, groupType, actions }: RollOutByProps) {
  const { groupTypes } = useSources()
  if (groupTypes.length === 0 && groupType === null) return null
  const types = [{ index: null, name: edit.user }, ...groupTypes]
  const known = types.some((type) => type.index === groupType)
  const choices = known ? types : [...types, { index: groupType, name: edit.groups(undefined) }]
  return (
    <fieldset class="choice roll-out-by" aria-label={edit.rollOutByOfSet(index + 1)}>
      <span class="quiet">{edit.rollOutBy}</span>
      {choices.map((type) => (
        <button
          key={type.index}
          type="button"
          class="chip"
          aria-pressed={type.index === groupType}
          onClick={() => type.index !== groupType && actions.rollOutBy(index, type.index)}
        >
          <bdi>{type.name}</bdi>
        </button>
      ))}
    </fieldset>
  )
}

/** Shows the filters of the set that are set aside while it rolls out by something else, and how to restore them. */
function SetAside({ aside, index, actions }: Pick<Props, 'aside' | 'index' | 'actions'>) {
  const { names } = useSources()
  return (
    <div role="status" class="set-aside">
      {setAside(aside).map(([groupType, filters]) => (
        <p key={groupType} class="small">
          {edit.setAside(filters.length, groupType === null ? null : (names.groupTypes?.[groupType] ?? ''))}{' '}
          <button type="button" class="button link" onClick={() => actions.rollOutBy(index, groupType)}>
            {edit.bringBack(filters.length)}
          </button>
        </p>
      ))}
    </div>
  )
}

/** Returns the error of a condition without its path, which the API puts first. */
function placedWrong(wrong: string | undefined, place: string): string | undefined {
  if (wrong === undefined || !wrong.startsWith(place)) return undefined
  return wrong.slice(wrong.indexOf(': ') + 2)
}

/** Returns how many known users or groups get the flag: the rollout's share of those that the filters match. */
function reachSentence(counted: Reach['counted'], subjects: string, rollout: number): string {
  if (counted === undefined) return ''
  if (!counted.counted) return edit.uncounted(subjects)
  const { affected, total, complete } = counted
  const admitted = Math.round((affected * rollout) / 100)
  if (!complete) return edit.reachPart(whole(admitted), whole(total), subjects)
  if (affected === 0 || rollout === 0) return edit.reachNone(whole(total), subjects)
  if (affected === total && rollout === 100 && total > 1) return edit.reachAll(whole(total), subjects)
  return edit.reach(whole(admitted), whole(total), subjects)
}
