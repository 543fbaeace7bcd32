import { useState } from 'preact/hooks'
import { refresh } from '../../../api/query.ts'
import { Choice } from '../../../parts/choice.tsx'
import { Chips } from '../../../parts/conditions/chips.tsx'
import { useFlagWithKey } from '../../../parts/conditions/use-flag-with-key.ts'
import { Time } from '../../../parts/time.tsx'
import { newFlagHref, setQuery } from '../../../route.ts'
import { dashboardFilters as text } from '../../../text/dashboard-filters.ts'
import { dashboards } from '../../../text/dashboards.ts'
import { question } from '../../../text/question.ts'
import type { Dashboard } from '../dashboard.ts'
import { FlagPicker } from '../question/flag-picker.tsx'
import './filters.css'
import { SavedSets } from './saved-sets.tsx'
import { addressOf, type ViewFilters, viewFilters } from './view-filters.ts'

interface Props {
  readonly dashboard: Dashboard
  readonly filters: ViewFilters
}

/** Filters all charts of a dashboard for the user who views it, with or without permission to edit it. */
export function FilterBar({ dashboard, filters }: Props) {
  const [isOpen, setOpen] = useState(false)
  const change = (fields: Partial<ViewFilters>) => setQuery(addressOf({ ...filters, ...fields }))
  const oldest = dashboard.tiles.flatMap(({ last_refresh }) => last_refresh ?? []).sort()[0]
  return (
    <section class="stack tight filter-bar" aria-label={text.bar} data-open={isOpen || undefined}>
      <div class="row wrap">
        <TimeRange filters={filters} change={change} />
        <button type="button" class="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {text.show}
        </button>
        <div class="folds">
          <SavedSets dashboard={dashboard.id} filters={filters} onChoose={change} />
          <label class="check compare">
            <input
              type="checkbox"
              checked={filters.compare}
              onChange={({ currentTarget }) => change({ compare: currentTarget.checked })}
            />
            <span>{text.compare}</span>
          </label>
          <div class="row refreshed">
            {oldest && (
              <span class="quiet small">
                {dashboards.counted} <Time at={oldest} />
              </span>
            )}
            <button type="button" class="button" onClick={() => void refresh('retrieveDashboard')}>
              {dashboards.refresh}
            </button>
          </div>
        </div>
      </div>
      {isOpen && <FilterFields filters={filters} change={change} />}
      <ActiveFilters filters={filters} change={change} />
      {filters.flags.map((key) => (
        <UnknownFlag key={key} flagKey={key} />
      ))}
    </section>
  )
}

interface PartProps {
  readonly filters: ViewFilters
  readonly change: (fields: Partial<ViewFilters>) => void
}

function TimeRange({ filters: { range }, change }: PartProps) {
  const ranges =
    range === '' || Object.hasOwn(question.ranges, range) ? question.ranges : { ...question.ranges, [range]: range }
  return (
    <select
      class="input time-range"
      aria-label={text.time}
      value={range}
      onChange={({ currentTarget }) => change({ range: currentTarget.value })}
    >
      <option value="">{text.eachChart}</option>
      {Object.entries(ranges).map(([from, label]) => (
        <option key={from} value={from}>
          {label}
        </option>
      ))}
    </select>
  )
}

function FilterFields({ filters, change }: PartProps) {
  return (
    <div class="card stack tight">
      <div class="filter-fields">
        <FlagPicker keys={filters.flags} onChange={(flags) => change({ flags })} />
        <div class="field">
          <span class="label">{text.responses}</span>
          <Chips
            label={text.responses}
            values={filters.responses}
            placeholder={question.any}
            onChange={(responses) => change({ responses })}
          />
        </div>
        <div class="field">
          <span class="label">{text.sdks}</span>
          <Chips
            label={text.sdks}
            values={filters.sdks}
            placeholder={question.any}
            onChange={(sdks) => change({ sdks })}
          />
        </div>
        <Choice
          label={text.place}
          value={filters.place}
          options={question.placesOf}
          onChoose={(place) => change({ place })}
        />
      </div>
      <p class="quiet small">{text.panelHint}</p>
    </div>
  )
}

/** Explains why charts have no data if a filter names a key that no flag has. */
function UnknownFlag({ flagKey }: { readonly flagKey: string }) {
  if (useFlagWithKey(flagKey) !== null) return null
  return (
    <div class="row wrap small" role="status">
      <span>{text.unknownFlag(flagKey)}</span>
      <a href={newFlagHref({ key: flagKey })}>{text.createFlag}</a>
    </div>
  )
}

const NONE = viewFilters(new URLSearchParams())

/** Shows the filters, also while the fields are closed. Each can be removed. */
function ActiveFilters({ filters, change }: PartProps) {
  const { flags, responses, sdks, place } = filters
  const active: readonly (readonly [string, Partial<ViewFilters>])[] = [
    ...(flags.length > 0 ? [[text.active(text.flags, flags), { flags: [] }] as const] : []),
    ...(responses.length > 0 ? [[text.active(text.responses, responses), { responses: [] }] as const] : []),
    ...(sdks.length > 0 ? [[text.active(text.sdks, sdks), { sdks: [] }] as const] : []),
    ...(place === 'anywhere'
      ? []
      : [[text.active(text.place, [question.placesOf[place]]), { place: 'anywhere' }] as const]),
  ]
  if (active.length === 0) return null
  return (
    <div class="row wrap active-filters">
      {active.map(([label, without]) => (
        <button key={label} type="button" class="chip" aria-label={text.remove(label)} onClick={() => change(without)}>
          <span class="chip-text">{label}</span>
          <span aria-hidden="true">×</span>
        </button>
      ))}
      <button
        type="button"
        class="button link small"
        onClick={() => change({ ...NONE, range: filters.range, compare: filters.compare })}
      >
        {text.clear}
      </button>
    </div>
  )
}
