import { useSources } from '../../parts/conditions/condition-sources.ts'
import type { ConditionSet, Variant } from '../../parts/conditions/condition-types.ts'
import { percent } from '../../parts/number.ts'
import { edit } from '../../text/flag-edit.ts'
import { conditionSentence } from '../../text/who-gets-it.ts'

interface Props {
  readonly path: string
  readonly value: unknown
}

interface Variants {
  readonly variants: readonly Variant[]
}

/** A part of a flag as it is read in a difference. */
export function PartValue({ path, value }: Props) {
  const { names } = useSources()
  if (path.startsWith('filters.groups')) {
    const sets = [value ?? []].flat() as readonly ConditionSet[] // what the path says
    const told = sets.map((set) => `${set.description ? `${set.description}: ` : ''}${conditionSentence(set, names)}`)
    return <Lines lines={told} />
  }
  if (path.startsWith('filters.multivariate')) {
    const isOne = path !== 'filters.multivariate'
    const of = (isOne ? { variants: [value ?? []].flat() } : (value ?? { variants: [] })) as Variants // what the path says
    const { variants } = of
    return <Lines lines={variants.map(({ key, rollout_percentage }) => `${key} ${percent(rollout_percentage)}`)} />
  }
  if (path === 'filters.payloads') {
    return <Lines lines={Object.entries(value ?? {}).map(([key, text]) => `${key}: ${String(text)}`)} />
  }
  if (Array.isArray(value)) return <Lines lines={value.map(String)} />
  return (
    <Lines
      lines={value == null || value === '' ? [] : [typeof value === 'object' ? JSON.stringify(value) : String(value)]}
    />
  )
}

function Lines({ lines }: { readonly lines: readonly string[] }) {
  if (lines.length === 0) return <span class="quiet">{edit.nothing}</span>
  return (
    <ul class="part-lines">
      {lines.map((line) => (
        <li key={line} dir="auto">
          {line}
        </li>
      ))}
    </ul>
  )
}
