import type { ComponentChildren } from 'preact'
import { connected } from '../../../api/connection.ts'
import { percent, whole } from '../../../parts/number.ts'
import { Time } from '../../../parts/time.tsx'
import { href, newFlagHref } from '../../../route.ts'
import { answers } from '../../../text/answers.ts'
import { measureWord } from '../../../text/measures.ts'
import type { HealthRow } from './answer-items.ts'

interface Column {
  readonly name: string
  readonly number?: boolean
  readonly show: (row: HealthRow) => ComponentChildren
}

interface Props {
  readonly rows: readonly HealthRow[]
  readonly title: string
}

/** Shows flags that need attention, one in each row. */
export function HealthRows({ rows, title }: Props) {
  const columns = columnsOf(rows[0])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long table is scrolled with the keyboard
    <section class="scroll" aria-label={title} tabIndex={0}>
      <table class="table">
        <thead>
          <tr>
            <th scope="col">{answers.flag}</th>
            {columns.map(({ name, number }) => (
              <th key={name} scope="col" class={number ? 'number' : ''}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <td class="health-flag">
                <FlagKey row={row} />
              </td>
              {columns.map(({ name, number, show }) => (
                <td key={name} class={number ? 'number' : ''}>
                  {show(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Links a key to the page of its flag. An unknown key has no page; users can create a flag for it (CONSOLE-305). */
function FlagKey({ row: { id, key } }: { readonly row: HealthRow }) {
  if (id !== undefined) {
    return (
      <a class="mono" href={href('flags', id)}>
        <bdi>{key}</bdi>
      </a>
    )
  }
  return (
    <span class="row wrap unknown-key">
      <bdi class="mono">{key}</bdi>
      {connected.value && (
        <a class="small" href={newFlagHref({ key })} aria-label={answers.createFlagFor(key)}>
          {answers.createFlag}
        </a>
      )}
    </span>
  )
}

/** The fields of a row identify its report. */
function columnsOf(row: HealthRow | undefined): readonly Column[] {
  if (row?.reason !== undefined) return STALE
  return row?.last_sdk === undefined ? ROLLOUT : UNKNOWN
}

const lastCalled: Column = { name: answers.lastCalled, show: ({ last_called_at: at }) => timeOf(at, answers.never) }

const STALE: readonly Column[] = [{ name: answers.why, show: ({ reason }) => reason }, lastCalled]

const UNKNOWN: readonly Column[] = [
  { name: answers.asked, number: true, show: ({ count }) => whole(count ?? 0) },
  { name: answers.lastSeen, show: ({ last_seen: at }) => timeOf(at, '') },
  { name: answers.sdk, show: ({ last_sdk: sdk }) => sdk ?? '–' },
]

const ROLLOUT: readonly Column[] = [
  { name: answers.rollout, show: rolloutOf },
  { name: answers.usage, number: true, show: usageOf },
  lastCalled,
]

/** Returns calls, or evaluations if SDKs report no calls. The two measures are never added up. */
function usageOf({ exposures = 0, evaluations = 0 }: HealthRow): string {
  const measure = exposures === 0 && evaluations > 0 ? 'evaluations' : 'exposures'
  const count = measure === 'evaluations' ? evaluations : exposures
  return `${whole(count)} ${measureWord(measure, count)}`
}

function rolloutOf({ rollout_percentage: share, variants = [] }: HealthRow): string {
  const shares = variants.map((variant) => `${variant.key} ${percent(variant.rollout_percentage)}`)
  return [share == null ? answers.byConditions : percent(share), ...shares].join(', ')
}

function timeOf(at: string | null | undefined, otherwise: string): ComponentChildren {
  return at ? <Time at={at} /> : otherwise
}
