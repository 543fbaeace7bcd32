import { useMemo, useRef, useState } from 'preact/hooks'
import { type ConditionSet, type Filters, groupTypeOf } from '../../parts/conditions/condition-types.ts'
import { useReaches } from '../../parts/conditions/use-reaches.ts'
import { useGrowing } from '../../parts/use-growing.ts'
import { place } from '../../route.ts'
import { edit } from '../../text/flag-edit.ts'
import { same } from './draft.ts'
import { problemsAt } from './problems.ts'
import type { SectionProps } from './section-props.ts'
import { type SetActions, SetCard, type SetPlace } from './set-card.tsx'
import type { EditState } from './use-edit.ts'

interface Props extends SectionProps, Pick<EditState, 'filtersAside' | 'rollOutBy' | 'version'> {}

/** Edits the condition sets of a flag, which are joined by OR. */
export function Release(props: Props) {
  const { draft, base, version, problems, filtersAside } = props
  const { groups } = draft.filters
  const list = useRef<HTMLOListElement>(null)
  const filters = useFiltersWithoutSets(draft.filters)
  // The set that the address names is open, and rendered with the first ones (CONSOLE-272).
  const [linked] = useState(() => Number(place.value.query.get('set')) || 0)
  const [open, setOpen] = useState(() => openAtFirst(groups.length, linked))
  const actions = useSetActions(props, list, setOpen)
  const reaches = useReaches(
    groups.map((set) => ({ filters: set.properties ?? [], groupType: groupTypeOf(set, filters) })),
  )
  // A new flag has no earlier rollout.
  const isComparable = version !== null && base.filters.groups.length === groups.length
  const drawn = Math.max(linked, useGrowing('sets', groups.length))
  return (
    <section class="stack" aria-labelledby="conditions">
      <div class="row wrap">
        <h2 id="conditions">{edit.conditions}</h2>
        {groups.length > 1 && <span class="quiet small">{edit.conditionsHint}</span>}
      </div>
      {groups.length === 0 && <p class="quiet">{edit.noSets}</p>}
      <ol class="sets" ref={list}>
        {groups.slice(0, drawn).map((group, index) => (
          // Sets have no ids, and their order is significant.
          <li key={index}>
            {index > 0 && <span class="or">{edit.or}</span>}
            <SetCard
              set={group}
              rolloutBefore={isComparable ? changedRollout(base.filters.groups[index], group) : undefined}
              index={index}
              filters={filters}
              reach={reaches[index] ?? {}}
              aside={filtersAside?.[index]}
              problems={problemsAt(problems, `groups[${index}]`)}
              place={placeOf(index, groups.length)}
              isOpen={open?.[index]}
              actions={actions}
            />
          </li>
        ))}
      </ol>
      <button
        type="button"
        class="button start"
        onClick={() => actions.add({ properties: [], rollout_percentage: groups.length === 0 ? 100 : 0 })}
      >
        {edit.addSet}
      </button>
    </section>
  )
}

/** In forms with more condition sets, each shows only its sentence until it is opened (CONSOLE-330). */
const MOST_OPEN = 6

/** Whether each condition set is open; undefined if the sets of this form cannot be collapsed. */
type OpenSets = readonly boolean[] | undefined

function openAtFirst(count: number, linked: number): OpenSets {
  return count > MOST_OPEN ? Array.from({ length: count }, (_, index) => index === linked - 1) : undefined
}

/** Returns the rollout before an edit, if the edit changes it but not the filters. */
function changedRollout(before: ConditionSet | undefined, { properties, rollout_percentage }: ConditionSet) {
  const rollout = before?.rollout_percentage ?? 100
  if (!before || rollout === (rollout_percentage ?? 100) || !same(before.properties, properties)) return undefined
  return rollout
}

function placeOf(index: number, count: number): SetPlace {
  if (count === 1) return 'only'
  if (index === 0) return 'first'
  return index === count - 1 ? 'last' : 'middle'
}

/** Returns the flag's filters that cards need. The object stays the same while only condition sets change. */
function useFiltersWithoutSets(filters: Filters): Filters {
  const { multivariate, aggregation_group_type_index: groupType } = filters
  return useMemo(() => ({ ...filters, groups: [] }), [multivariate, groupType])
}

interface ListActions extends SetActions {
  add(set: ConditionSet): void
}

/** Returns the same object on every render, so that a change of one set does not render the others again. */
function useSetActions(
  props: Props,
  list: { readonly current: HTMLOListElement | null },
  setOpen: (next: (open: OpenSets) => OpenSets) => void,
): ListActions {
  const latest = useRef(props)
  latest.current = props
  return useMemo(() => {
    const sets = () => latest.current.draft.filters.groups
    const replace = (groups: readonly ConditionSet[]) =>
      latest.current.change({ filters: { ...latest.current.draft.filters, groups: [...groups] } })
    const arrange = (next: (open: readonly boolean[]) => readonly boolean[]) => setOpen((open) => open && next(open))
    return {
      change: (index, set) => replace(sets().with(index, set)),
      rollOutBy: (index, groupType) => latest.current.rollOutBy(index, groupType),
      fold: (index, isOpen) => arrange((open) => open.map((before, at) => (at === index ? isOpen : before))),
      duplicate(index) {
        replace(sets().flatMap((set, at) => (at === index ? [set, set] : [set])))
        arrange((open) => open.toSpliced(index + 1, 0, true))
      },
      remove(index) {
        replace(sets().toSpliced(index, 1))
        arrange((open) => open.toSpliced(index, 1))
      },
      add(set) {
        replace([...sets(), set])
        arrange((open) => [...open, true])
      },
      move(index, step) {
        if (!sets()[index]) return
        replace(moved(sets(), index, step))
        arrange((open) => moved(open, index, step))
        requestAnimationFrame(() => focusMoved(list.current?.children[index + step], step))
      },
    }
  }, [])
}

function moved<Item>(items: readonly Item[], index: number, step: 1 | -1): readonly Item[] {
  const others = items.toSpliced(index, 1)
  return others.toSpliced(index + step, 0, ...items.slice(index, index + 1))
}

/** Moves the focus with the set, so that it can be moved again. At an end, only the other direction is left. */
function focusMoved(card: Element | undefined, step: 1 | -1): void {
  const names = step < 0 ? [edit.up, edit.down] : [edit.down, edit.up]
  const buttons = names.map((name) => card?.querySelector<HTMLButtonElement>(`.set-acts [data-act="${name}"]`))
  buttons.find((button) => button && !button.disabled)?.focus()
}
