import { useQuery } from '../../api/query.ts'
import { percent } from '../../parts/number.ts'
import { openProject } from '../../session.ts'
import { conditionText } from '../../text/flag-page.ts'
import { operatorText, wantedTexts } from '../../text/operators.ts'
import type { Flag } from './flag.ts'

type Filters = Flag['filters']
type ConditionSet = Filters['groups'][number]
type Filter = NonNullable<ConditionSet['properties']>[number]

/** The condition sets of a flag, to be read. */
export function ConditionSets({ filters }: { readonly filters: Filters }) {
  const sets = filters.groups ?? []
  return (
    <section class="stack">
      <h2>{conditionText.title}</h2>
      {sets.length === 0 && <p class="quiet">{conditionText.none}</p>}
      <ol class="stack">
        {sets.map((set, index) => (
          // Sets have no name of their own: their place is what they are called by.
          <li key={index} class="card shown-set">
            <SetCard set={set} number={index + 1} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function SetCard({ set, number }: { readonly set: ConditionSet; readonly number: number }) {
  const properties = set.properties ?? []
  return (
    <>
      <div class="row shown-set-head">
        <b class="set-name">{conditionText.set(number)}</b>
        <span class="quiet grow" dir="auto">
          {set.description}
        </span>
        {set.variant && <span class="pill">{conditionText.gets(set.variant)}</span>}
        <span class="set-share">{percent(set.rollout_percentage ?? 100)}</span>
      </div>
      <div class="row wrap set-filters">
        {properties.length === 0 && <span class="quiet">{conditionText.everyone}</span>}
        {properties.map((filter, index) => (
          <FilterWords key={index} filter={filter} isFirst={index === 0} />
        ))}
      </div>
    </>
  )
}

function FilterWords({ filter, isFirst }: { readonly filter: Filter; readonly isFirst: boolean }) {
  const operator = filter.operator ?? 'exact'
  return (
    <span class="row wrap filter-words">
      {!isFirst && <span class="quiet">{conditionText.and}</span>}
      <Subject filter={filter} />
      <span class="quiet">{operatorText(operator, filter.value)}</span>
      {wantedTexts(operator, filter.cohort_name ?? filter.value).map((wanted) => (
        <span key={wanted} class="pill" dir="auto">
          {wanted}
        </span>
      ))}
    </span>
  )
}

/** What a filter looks at. */
function Subject({ filter: { type, key } }: { readonly filter: Filter }) {
  if (type === 'cohort') return <span class="pill">{conditionText.cohort}</span>
  return <span class="pill mono">{type === 'flag' ? <FlagKey id={key} /> : key}</span>
}

/** A filter names another flag by its id. */
function FlagKey({ id }: { readonly id: string }) {
  const { data } = useQuery('listFlagKeys', { params: { project_id: openProject().id }, body: { ids: [Number(id)] } })
  return <>{data?.keys[id] ?? id}</>
}
