import type { ConditionSources } from '../../parts/conditions/condition-sources.ts'
import { useSources } from '../../parts/conditions/condition-sources.ts'
import type { ConditionSet, Filters } from '../../parts/conditions/condition-types.ts'
import type { Reach } from '../../parts/conditions/count-reach.ts'
import { FiltersEditor, useReach } from '../../parts/conditions/filters-editor.tsx'
import { percent, whole } from '../../parts/number.ts'
import { edit } from '../../text/flag-edit.ts'
import { conditionSentence } from '../../text/who-gets-it.ts'
import { same } from './draft.ts'
import { type Problems, wrongAt } from './problems.ts'
import { Rollout } from './rollout.tsx'

interface Props {
  readonly set: ConditionSet
  /** The set as it was read, where it can be told which that is. */
  readonly before: ConditionSet | undefined
  readonly index: number
  readonly filters: Filters
  readonly groupTypes: ConditionSources['groupTypes']
  readonly problems: Problems
  readonly onChange: (set: ConditionSet) => void
  readonly onMove: { readonly up: (() => void) | undefined; readonly down: (() => void) | undefined }
  readonly onDuplicate: () => void
  readonly onRemove: () => void
}

/** One condition set: whom it is about, how many of them, and what that comes to in a sentence. */
export function SetCard(props: Props) {
  const { set, before, index, filters, groupTypes, problems, onChange } = props
  const { names } = useSources()
  const path = `groups[${index}]`
  const groupType = set.aggregation_group_type_index ?? filters.aggregation_group_type_index ?? null
  const reach = useReach(set, groupType)
  const rollout = set.rollout_percentage ?? 100
  const variants = filters.multivariate?.variants ?? []
  const overrideWrong = wrongAt(problems, `${path}.variant`)
  const rolloutBefore = before && same(before.properties, set.properties) ? (before.rollout_percentage ?? 100) : rollout
  return (
    <article class="card set" aria-label={edit.set(index + 1)}>
      <SetHead {...props} />
      <div class="set-body">
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
          before={rolloutBefore}
          position={index + 1}
          onChange={(rollout_percentage) => onChange({ ...set, rollout_percentage })}
        />
        <div class="row wrap">
          {groupTypes.length > 0 && (
            <label class="choice">
              <span class="quiet">{edit.about}</span>
              <select
                class="input"
                value={groupType ?? ''}
                onChange={({ currentTarget: { value } }) =>
                  onChange({
                    ...set,
                    properties: [],
                    aggregation_group_type_index: value === '' ? null : Number(value),
                  })
                }
              >
                <option value="">{edit.people}</option>
                {groupTypes.map(({ index: type, name }) => (
                  <option key={type} value={type}>
                    {name}
                  </option>
                ))}
              </select>
            </label>
          )}
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
        <p class="quiet sentence">
          <bdi>{conditionSentence(set, names, filters)}</bdi>
          {rolloutBefore !== rollout && ` ${edit.before(percent(rolloutBefore))}`}.{' '}
          {reachSentence(reach.counted, groupType, rollout)}
        </p>
      </div>
    </article>
  )
}

function SetHead({ set, index, onChange, onMove, onDuplicate, onRemove }: Props) {
  const acts = [
    ...(onMove.up ? [{ label: edit.up, act: onMove.up }] : []),
    ...(onMove.down ? [{ label: edit.down, act: onMove.down }] : []),
    { label: edit.duplicate, act: onDuplicate },
    { label: edit.remove, act: onRemove },
  ]
  return (
    <header class="set-head">
      <h3>{edit.set(index + 1)}</h3>
      <input
        class="bare"
        aria-label={edit.setDescription(index + 1)}
        placeholder={edit.setDescriptionHint}
        dir="auto"
        value={set.description ?? ''}
        onInput={({ currentTarget: { value } }) => onChange({ ...set, description: value || null })}
      />
      <div class="set-acts">
        {acts.map(({ label, act }) => (
          <button
            key={label}
            type="button"
            class="button plain"
            aria-label={edit.actOnSet(label, index + 1)}
            onClick={act}
          >
            {label}
          </button>
        ))}
      </div>
    </header>
  )
}

/** What the API says of a condition begins with the place in it. */
function placedWrong(wrong: string | undefined, place: string): string | undefined {
  if (wrong === undefined || !wrong.startsWith(place)) return undefined
  return wrong.slice(wrong.indexOf(': ') + 2)
}

/** How many of the known get in: of those whom the filters match, the part that the rollout has. */
function reachSentence(counted: Reach['counted'], groupType: number | null, rollout: number): string {
  if (counted === undefined) return ''
  if (!counted.counted) return edit.uncounted(groupType === null ? edit.storedPersons : edit.storedGroups)
  const say = counted.complete ? edit.reach : edit.reachPart
  const admitted = Math.round((counted.affected * rollout) / 100)
  return say(whole(admitted), whole(counted.total), groupType === null ? edit.users : edit.groups)
}
