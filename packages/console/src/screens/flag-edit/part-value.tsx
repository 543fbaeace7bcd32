import { type ConditionSources, useSources } from '../../parts/conditions/condition-sources.ts'
import type { ConditionSet, Variant } from '../../parts/conditions/condition-types.ts'
import { percent } from '../../parts/number.ts'
import { ownValue } from '../../parts/own-value.ts'
import { edit } from '../../text/flag-edit.ts'
import { conditionSentence } from '../../text/who-gets-it.ts'
import { apart } from './apart.ts'

interface Props {
  readonly path: string
  readonly value: unknown
  /** The other side. Lines that both sides have are not repeated. */
  readonly other?: unknown
}

interface Variants {
  readonly variants: readonly Variant[]
}

/** Shows a part of a flag in a difference. */
export function PartValue({ path, value, other }: Props) {
  const { names } = useSources()
  const lines = linesOf(path, value, names)
  if (lines.length === 0) return <span class="quiet">{edit.nothing}</span>
  const { shown, leftOut } =
    other === undefined ? { shown: lines, leftOut: 0 } : apart(lines, linesOf(path, other, names))
  return (
    <ul class="part-lines">
      {shown.map((line) => (
        <li key={line} dir="auto">
          {line}
        </li>
      ))}
      {leftOut > 0 && <li class="quiet">{edit.alike(leftOut)}</li>}
    </ul>
  )
}

function linesOf(path: string, value: unknown, names: ConditionSources['names']): readonly string[] {
  if (path.startsWith('filters.groups')) {
    const sets = [value ?? []].flat() as readonly ConditionSet[] // type of this path
    return sets.map((set) => `${set.description ? `${set.description}: ` : ''}${conditionSentence(set, names)}`)
  }
  if (path.startsWith('filters.multivariate')) {
    const isOne = path !== 'filters.multivariate'
    const of = (isOne ? { variants: [value ?? []].flat() } : (value ?? { variants: [] })) as Variants // typed by its path
    return of.variants.map(({ key, rollout_percentage }) => `${key} ${percent(rollout_percentage)}`)
  }
  if (path === 'filters.payloads') return Object.entries(value ?? {}).map(([key, text]) => `${key}: ${String(text)}`)
  if (Array.isArray(value)) return value.map(String)
  if (value == null || value === '') return []
  if (typeof value === 'boolean') return [value ? edit.yes : edit.no]
  return [
    ownValue(ownValue(CHOICES, path), String(value)) ??
      (typeof value === 'object' ? JSON.stringify(value) : String(value)),
  ]
}

/** The names of the values of some parts. */
const CHOICES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  evaluation_runtime: edit.runtimes,
  bucketing_identifier: edit.bucketings,
}
