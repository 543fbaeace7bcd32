import type { ComponentChildren } from 'preact'
import { seriesBackground } from '../../parts/chart/colours.ts'
import { groupTypeOf } from '../../parts/conditions/condition-types.ts'
import { percent, whole } from '../../parts/number.ts'
import { reachText } from '../../text/flag-page.ts'
import { plural } from '../../text/plural.ts'
import { type Flag, variantsOf } from './flag.ts'
import { isCountable, type Reach, useReach } from './use-reach.ts'

interface Props {
  readonly flag: Flag
  /** The names of group types by index. */
  readonly groupTypes: Readonly<Record<number, string>> | undefined
}

/** A result of the flag other than off: its variant, or on. */
interface Part {
  readonly key: string
  /** For variants, the percentage in the definition of the flag. */
  readonly share: number | null
  /** The number of users who get it; null if they were not counted. */
  readonly count: number | null
  readonly background: string
}

/** Shows how many known users the flag reaches with all of its condition sets, and what they get (CONSOLE-270). */
export function ReachBar({ flag, groupTypes }: Props) {
  const reach = useReach(flag)
  const counts = countsOf(reach)
  const parts = partsOf(flag, counts)
  const subjects = subjectsOf(flag, reach, groupTypes)
  const reached = parts.reduce((sum, { count }) => sum + (count ?? 0), 0)
  const isMuted = !flag.active
  return (
    <>
      <div class="bar" aria-hidden="true" data-muted={isMuted}>
        {parts.map(({ key, share, count, background }) => (
          <i key={key} style={{ width: `${counts ? shareOf(count ?? 0, counts.total) : (share ?? 0)}%`, background }} />
        ))}
      </div>
      {isCountable(flag) && (
        <p class="small quiet" role="status">
          <ReachSentence reach={reach} counts={counts} reached={reached} subjects={subjects} />
        </p>
      )}
      {parts.some(({ share }) => share !== null) && <Legend parts={parts} isCountable={isCountable(flag)} />}
    </>
  )
}

const shareOf = (count: number, total: number): number => (total === 0 ? 0 : (100 * count) / total)

interface Counts {
  readonly total: number
  readonly byResult: ReadonlyMap<string, number>
}

/** Returns the number of users of each result: counted or, if none are stored, estimated from usage. */
function countsOf({ preview }: Reach): Counts | undefined {
  if (!preview) return undefined
  const { counted, total, transitions, estimate } = preview
  if (!counted && estimate === null) return undefined
  const all = counted ? transitions : (estimate?.transitions ?? [])
  const byResult = new Map<string, number>()
  for (const { to, count } of all) byResult.set(to, (byResult.get(to) ?? 0) + count)
  return { total: counted ? total : (estimate?.users ?? 0), byResult }
}

const OFF = 'false'

/** Returns all variants in their order, so that each has the same colour as in charts, and then other results. */
function partsOf(flag: Flag, counts: Counts | undefined): readonly Part[] {
  const variants = variantsOf(flag)
  const keys = variants.map(({ key }) => key)
  const countOf = (result: string) => (counts ? (counts.byResult.get(result) ?? 0) : null)
  if (variants.length === 0) return [{ key: 'true', share: null, count: countOf('true'), background: 'var(--on)' }]
  const others = [...(counts?.byResult.keys() ?? [])].filter((result) => result !== OFF && !keys.includes(result))
  return [...variants, ...others.map((key) => ({ key, share: null }))].map(({ key, share }, index) => ({
    key,
    share,
    count: countOf(key),
    background: seriesBackground(index),
  }))
}

/** Returns "users" or the plural of a group type. The flag determines what is counted (IMPACT-13). */
function subjectsOf(flag: Flag, { preview }: Reach, groupTypes: Props['groupTypes']): string {
  const [first] = flag.filters.groups ?? []
  const index = preview ? preview.group_type_index : first ? groupTypeOf(first, flag.filters) : null
  if (index === null) return reachText.users
  const name = groupTypes?.[index]
  return name === undefined ? reachText.groups : plural(name)
}

interface SentenceProps {
  readonly reach: Reach
  readonly counts: Counts | undefined
  readonly reached: number
  readonly subjects: string
}

function ReachSentence({ reach: { preview, problem }, counts, reached, subjects }: SentenceProps): ComponentChildren {
  if (problem !== undefined) return reachText.failed(problem)
  if (!preview) return reachText.counting(subjects)
  if (!preview.counted) {
    const estimate = counts ? ` ${reachText.estimated(reached, counts.total, subjects)}` : ''
    return `${reachText.uncounted(subjects)}${estimate}`
  }
  const sentence = preview.complete ? reachText.reached : reachText.partly
  return sentence(reached, preview.total, subjects)
}

interface LegendProps {
  readonly parts: readonly Part[]
  /** Whether counts will be shown. Their place is reserved until then (CONSOLE-388). */
  readonly isCountable: boolean
}

function Legend({ parts, isCountable }: LegendProps) {
  return (
    <ul class="legend small">
      {parts.map(({ key, share, count, background }) => (
        <li key={key} class="legend-entry" title={key}>
          <i style={{ background }} />
          <span class="legend-label">
            {share === null && key === 'true' ? reachText.withoutVariant : <span class="mono">{key}</span>}
          </span>
          {share !== null && <span>{percent(share)}</span>}
          {isCountable && <span class="quiet legend-count">{count !== null && `· ${whole(count)}`}</span>}
        </li>
      ))}
    </ul>
  )
}
