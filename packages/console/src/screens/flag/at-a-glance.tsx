import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { useQuery } from '../../api/query.ts'
import { Answered } from '../../parts/answered.tsx'
import { Time } from '../../parts/time.tsx'
import { openProject } from '../../session.ts'
import { glance, runtimes } from '../../text/flag-page.ts'
import { flagState } from '../../text/flag-state.ts'
import { type Flag, inputOf, isOn, personName } from './flag.ts'
import { FlagLinks } from './flag-links.tsx'

interface Props {
  readonly flag: Flag
}

/** Shows the most important facts about a flag. */
export function AtAGlance({ flag }: Props) {
  return (
    <section class="card stack">
      <h2>{glance.title}</h2>
      <Status flag={flag} />
      <dl class="facts">
        <Fact name={glance.owner}>
          {flag.owner ? <bdi>{flag.owner}</bdi> : <span class="quiet">{glance.noOwner}</span>}
        </Fact>
        <Fact name={glance.lastCalled}>
          {flag.last_called_at ? <Time at={flag.last_called_at} /> : <span class="quiet">{glance.never}</span>}
        </Fact>
        <UsedBy flag={flag} />
        <DependsOn flag={flag} />
        <Fact name={glance.version}>
          {glance.versionBy(flag.version, personName(flag.last_modified_by) || glance.system)},{' '}
          <Time at={flag.updated_at ?? flag.created_at} />
        </Fact>
        <Fact name={glance.runtime}>{runtimes[flag.evaluation_runtime ?? 'all']}</Fact>
      </dl>
      {flag.tags.length > 0 && <Tags tags={flag.tags} />}
    </section>
  )
}

/** More tags than these are collapsed. */
const MOST_TAGS = 12
const SHOWN_TAGS = 10

function Tags({ tags }: { readonly tags: readonly string[] }) {
  const [areAllShown, setAreAllShown] = useState(tags.length <= MOST_TAGS)
  const shown = areAllShown ? tags : tags.slice(0, SHOWN_TAGS)
  return (
    <div class="row wrap">
      <ul class="row wrap tags" aria-label={glance.tags}>
        {shown.map((tag) => (
          <li key={tag} class="tag" dir="auto" title={tag}>
            {tag}
          </li>
        ))}
      </ul>
      {!areAllShown && (
        <button type="button" class="button link small" onClick={() => setAreAllShown(true)}>
          {glance.moreTags(tags.length - SHOWN_TAGS)}
        </button>
      )}
    </div>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Status({ flag }: Props) {
  const { word, why, colour } = flagState(flag, Date.now())
  return (
    <div>
      <span class="status" style={{ '--dot': colour }}>
        {word}
      </span>
      {isOn(flag) ? <Reason flag={flag} /> : <p class="quiet small">{why}</p>}
    </div>
  )
}

/** Shows why an enabled flag is active or stale. */
function Reason({ flag }: Props) {
  const query = useQuery('retrieveFlagStatus', inputOf(flag.id))
  return (
    <Answered query={query} rows={1}>
      {({ reason }) => <p class="quiet small">{reason}</p>}
    </Answered>
  )
}

function UsedBy({ flag }: Props) {
  const { data } = useQuery('listDependentFlags', { ...inputOf(flag.id), query: { include_inactive: true } })
  return <Fact name={glance.usedBy}>{data?.length ? <FlagLinks flags={data} /> : <NoFlag />}</Fact>
}

function DependsOn({ flag }: Props) {
  const ids = dependenciesOf(flag)
  const { data } = useQuery(
    'listFlagKeys',
    ids.length === 0 ? null : { params: { project_id: openProject().id }, body: { ids: [...ids] } },
  )
  const flags = ids.map((id) => ({ id, key: data?.keys[id] ?? String(id) }))
  return <Fact name={glance.dependsOn}>{flags.length > 0 ? <FlagLinks flags={flags} /> : <NoFlag />}</Fact>
}

function NoFlag() {
  return <span class="quiet">{glance.noFlags}</span>
}

/** Returns the distinct ids of the flags that the filters of a flag depend on. */
function dependenciesOf({ filters }: Flag): readonly number[] {
  const all = (filters.groups ?? []).flatMap(({ properties }) => properties ?? [])
  return [...new Set(all.filter(({ type }) => type === 'flag').map(({ key }) => Number(key)))]
}
