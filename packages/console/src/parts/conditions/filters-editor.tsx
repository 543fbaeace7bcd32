import { useRef } from 'preact/hooks'
import { conditions } from '../../text/conditions.ts'
import './conditions.css'
import type { PropertyFilter } from './condition-types.ts'
import { blankFilter, FilterEditor } from './filter-editor.tsx'

interface FiltersProps {
  readonly filters: readonly PropertyFilter[]
  /** The group type that they match; null: users. */
  readonly groupType: number | null
  /** Returns the error of a filter, by its index. */
  readonly wrongAt: (index: number) => string | undefined
  readonly types?: readonly PropertyFilter['type'][]
  readonly onChange: (filters: PropertyFilter[]) => void
}

const PERSON_TYPES = ['person', 'cohort', 'flag'] as const
const GROUP_TYPES = ['group'] as const

/** Edits filters that are joined by AND. */
export function FiltersEditor({ filters, groupType, wrongAt, types, onChange }: FiltersProps) {
  const list = useRef<HTMLDivElement>(null)
  const add = () => {
    onChange([...filters, blankFilter(offered[0] ?? 'person', groupType)])
    // Focuses the new filter after it is rendered.
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('.filter:last-of-type input')?.focus())
  }
  const offered = types ?? (groupType === null ? PERSON_TYPES : GROUP_TYPES)
  return (
    <div ref={list} class="filters">
      {filters.map((filter, index) => (
        <FilterEditor
          // Filters have no ids, and are only added at the end.
          key={`${index} of ${filters.length}`}
          filter={filter}
          position={index + 1}
          wrong={wrongAt(index)}
          types={offered}
          onChange={(changed) => onChange(filters.with(index, changed))}
          onRemove={() => onChange(filters.toSpliced(index, 1))}
        />
      ))}
      <button type="button" class="button link add-filter" onClick={add}>
        {conditions.addFilter}
      </button>
    </div>
  )
}
