import { useSources } from '../../../parts/conditions/condition-sources.ts'
import { FiltersEditor } from '../../../parts/conditions/filters-editor.tsx'
import { useReaches } from '../../../parts/conditions/use-reaches.ts'
import { whole } from '../../../parts/number.ts'
import { cohorts as text } from '../../../text/cohorts.ts'
import type { Criteria, CriteriaGroup, Joined } from './criteria.ts'
import { groupSentence } from './group-sentence.ts'

const TYPES = ['person', 'cohort'] as const

interface Props {
  readonly criteria: Criteria
  /** Returns the error at `GROUP.FILTER` or `GROUP`. */
  readonly wrongAt: (path: string) => string | undefined
  readonly onChange: (criteria: Criteria) => void
}

/** Edits the groups of filters of a rule, and how they are joined. */
export function CriteriaEditor({ criteria, wrongAt, onChange }: Props) {
  const { values } = criteria
  const set = (changed: readonly CriteriaGroup[]) => onChange({ ...criteria, values: changed })
  return (
    <section class="stack" aria-labelledby="rule">
      <div class="row wrap">
        <h2 id="rule">{text.whoIsIn}</h2>
        {values.length > 1 && (
          <Joining
            label={text.joinGroups}
            words={text.groupsJoined}
            type={criteria.type}
            onChoose={(type) => onChange({ ...criteria, type })}
          />
        )}
      </div>
      <ol class="sets">
        {values.map((group, index) => (
          // Groups have no ids, and are only added at the end.
          <li key={index}>
            {index > 0 && <span class="or">{text.joiners[criteria.type]}</span>}
            <Group
              group={group}
              index={index}
              wrongAt={wrongAt}
              onChange={(changed) => set(values.with(index, changed))}
              onRemove={values.length > 1 ? () => set(values.toSpliced(index, 1)) : undefined}
            />
          </li>
        ))}
      </ol>
      <button type="button" class="button start" onClick={() => set([...values, { type: 'AND', values: [] }])}>
        {text.addGroup}
      </button>
    </section>
  )
}

interface GroupProps {
  readonly group: CriteriaGroup
  readonly index: number
  readonly wrongAt: Props['wrongAt']
  readonly onChange: (group: CriteriaGroup) => void
  readonly onRemove: (() => void) | undefined
}

function Group({ group, index, wrongAt, onChange, onRemove }: GroupProps) {
  const { names } = useSources()
  const [reach] = useReaches([{ filters: group.type === 'AND' ? group.values : [], groupType: null }])
  const counted = reach?.counted
  const isCounted = group.type === 'AND' && group.values.length > 0 && counted && counted.total > 0
  return (
    <article class="card set" aria-label={text.group(index + 1)}>
      <header class="set-head">
        <h3>{text.group(index + 1)}</h3>
        {group.values.length > 1 && (
          <Joining
            label={text.joinFilters(index + 1)}
            words={text.filtersJoined}
            type={group.type}
            onChoose={(type) => onChange({ ...group, type })}
          />
        )}
        <span class="grow" />
        {onRemove && (
          <button type="button" class="button plain" aria-label={text.removeGroup(index + 1)} onClick={onRemove}>
            {text.remove}
          </button>
        )}
      </header>
      <div class="set-body">
        <FiltersEditor
          filters={group.values}
          groupType={null}
          types={TYPES}
          wrongAt={(place) => wrongAt(`${index}.${place}`)}
          onChange={(values) => onChange({ ...group, values })}
        />
        {wrongAt(String(index)) && (
          <p class="wrong" role="alert">
            {wrongAt(String(index))}
          </p>
        )}
        <p class="quiet sentence">
          <bdi>{groupSentence(group, names)}</bdi>
          {isCounted && ` ${text.reach(whole(counted.affected), whole(counted.total))}`}
        </p>
      </div>
    </article>
  )
}

interface JoiningProps {
  readonly label: string
  readonly words: Readonly<Record<Joined, string>>
  readonly type: Joined
  readonly onChoose: (type: Joined) => void
}

function Joining({ label, words, type, onChoose }: JoiningProps) {
  return (
    <select
      class="input joining"
      aria-label={label}
      value={type}
      onChange={({ currentTarget }) => onChoose(currentTarget.value as Joined)} // an option
    >
      {(['AND', 'OR'] as const).map((each) => (
        <option key={each} value={each}>
          {words[each]}
        </option>
      ))}
    </select>
  )
}
