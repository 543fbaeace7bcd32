import { useRef } from 'preact/hooks'
import type { ConditionSet } from '../../parts/conditions/condition-types.ts'
import { edit } from '../../text/flag-edit.ts'
import type { SectionProps } from './section-props.ts'
import { SetCard } from './set-card.tsx'
import type { EditState } from './use-edit.ts'

interface Props extends SectionProps, Pick<EditState, 'filtersAside' | 'rollOutBy'> {}

/** The condition sets of a flag, joined by OR. */
export function Release({ draft, base, problems, change, filtersAside, rollOutBy }: Props) {
  const { filters } = draft
  const { groups } = filters
  const set = (changed: readonly ConditionSet[]) => change({ filters: { ...filters, groups: changed } })
  const list = useRef<HTMLOListElement>(null)
  const move = (index: number, step: 1 | -1) => {
    const moved = groups[index]
    if (!moved) return
    set(groups.toSpliced(index, 1).toSpliced(index + step, 0, moved))
    // The focus follows the set, so that it can be moved on. At an end only the other direction is left.
    requestAnimationFrame(() => {
      const head = list.current?.children[index + step]?.querySelector('.set-acts')
      const names = step < 0 ? [edit.up, edit.down] : [edit.down, edit.up]
      const buttons = names.map((name) => head?.querySelector<HTMLButtonElement>(`[data-act="${name}"]`))
      buttons.find((button) => button && !button.disabled)?.focus()
    })
  }
  return (
    <section class="stack" aria-labelledby="conditions">
      <div class="row wrap">
        <h2 id="conditions">{edit.conditions}</h2>
        {groups.length > 1 && <span class="quiet small">{edit.conditionsHint}</span>}
      </div>
      {groups.length === 0 && <p class="quiet">{edit.noSets}</p>}
      <ol class="sets" ref={list}>
        {groups.map((group, index) => (
          // Sets have no ids, and their order is what decides.
          <li key={index}>
            {index > 0 && <span class="or">{edit.or}</span>}
            <SetCard
              set={group}
              before={base.filters.groups.length === groups.length ? base.filters.groups[index] : undefined}
              index={index}
              filters={filters}
              aside={filtersAside?.[index]}
              problems={problems}
              onChange={(changed) => set(groups.with(index, changed))}
              onRollOutBy={(groupType) => rollOutBy(index, groupType)}
              onMove={{
                up: index > 0 ? () => move(index, -1) : undefined,
                down: index < groups.length - 1 ? () => move(index, 1) : undefined,
              }}
              onDuplicate={() => set(groups.toSpliced(index + 1, 0, group))}
              onRemove={() => set(groups.toSpliced(index, 1))}
            />
          </li>
        ))}
      </ol>
      <button
        type="button"
        class="button start"
        onClick={() => set([...groups, { properties: [], rollout_percentage: groups.length === 0 ? 100 : 0 }])}
      >
        {edit.addSet}
      </button>
    </section>
  )
}
