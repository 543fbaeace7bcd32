import type { Output } from '../../api/call.ts'
import { useQuery } from '../../api/query.ts'
import { Answered } from '../../parts/answered.tsx'
import { Chart } from '../../parts/chart/chart.tsx'
import { Copy } from '../../parts/copy.tsx'
import { whole } from '../../parts/number.ts'
import { place, setQuery } from '../../route.ts'
import { usageText } from '../../text/flag-page.ts'
import { CallsChart } from './calls-chart.tsx'
import type { Flag } from './flag.ts'
import { inputOf, variantsOf } from './flag.ts'
import { ResetUsage } from './reset-usage.tsx'
import { callCommand } from './snippets.ts'
import { variantText } from './usage-series.ts'
import { askingFor } from './use-it.tsx'

type Range = keyof typeof usageText.ranges
type Measure = keyof typeof usageText.measures
type Usage = Output<'retrieveFlagUsage'>

/** Shows the calls of the flag, its users and its results over time. */
export function UsageTab({ flag }: { readonly flag: Flag }) {
  const range = (place.value.query.get('range') ?? '-7d') as Range // the chips below write it, and the API validates it
  const chosen = place.value.query.get('measure') as Measure | null // see above
  const reported = useUsage(flag.id, range, 'exposures')
  const measure = chosen ?? measureWithCounts(reported.data)
  const query = useUsage(flag.id, range, measure)
  return (
    <div class="stack in-order">
      <div class="row wrap usage-choices">
        <Chips name="range" label={usageText.range} all={usageText.ranges} chosen={range} />
        <Chips name="measure" label={usageText.measure} all={usageText.measures} chosen={measure} />
      </div>
      <Answered query={query} rows={9}>
        {(usage) =>
          usage.buckets.every(({ count }) => count === 0) ? (
            <NoCalls flag={flag} />
          ) : (
            <Calls flag={flag} usage={usage} />
          )
        }
      </Answered>
      <ResetUsage flag={flag} />
    </div>
  )
}

/** Seven days are today and the six days before, as in the list of flags. */
const FROM: Readonly<Record<Range, string>> = { '-24h': '-24h', '-7d': '-6d', '-30d': '-29d', '-90d': '-89d' }

function useUsage(id: number, range: Range, measure: Measure) {
  const interval = range === '-24h' ? 'hour' : 'day'
  return useQuery('retrieveFlagUsage', {
    ...inputOf(id),
    query: { date_from: FROM[range], interval, measure, refresh: 'blocking' },
  })
}

/** Returns SDK calls, unless there are none and the server has counted evaluations. */
function measureWithCounts(usage: Usage | undefined): Measure {
  return usage?.totals.exposures === 0 && usage.totals.evaluations > 0 ? 'evaluations' : 'exposures'
}

interface ChipsProps {
  /** The parameter in the address. */
  readonly name: string
  readonly label: string
  readonly all: Readonly<Record<string, string>>
  readonly chosen: string
}

function Chips({ name, label, all, chosen }: ChipsProps) {
  return (
    <fieldset class="row wrap chips">
      <legend class="visually-hidden">{label}</legend>
      {Object.entries(all).map(([value, text]) => (
        <button
          key={value}
          type="button"
          class="chip"
          aria-pressed={value === chosen}
          onClick={() => setQuery({ [name]: value })}
        >
          {text}
        </button>
      ))}
    </fieldset>
  )
}

function Calls({ flag, usage }: { readonly flag: Flag; readonly usage: Usage }) {
  const moments = usage.buckets.map(({ start }) => start)
  const { totals } = usage
  const users = usage.buckets.map((bucket) => bucket.users)
  const usersKnown = users.every((each) => each !== null)
  return (
    <>
      <CallsChart flag={flag} usage={usage} title={usageText.byVariantTitle(usage.measure)} />
      <section class="card">
        {usersKnown ? (
          <Chart
            title={usageText.users}
            summary={usageText.usersSummary(totals.users ?? 0)}
            moments={moments}
            series={[{ label: usageText.users, values: users.map((each) => each ?? 0) }]}
            kind="bar"
            summed={false}
            height={140}
          />
        ) : (
          <p class="quiet">{usageText.usersGone}</p>
        )}
      </section>
      <ByVariant flag={flag} usage={usage} />
    </>
  )
}

/** Returns variants in the order of the flag, as in charts, and then all other results. */
function inOrderOf(flag: Flag, rows: Usage['by_variant']): Usage['by_variant'] {
  const keys = variantsOf(flag).map(({ key }) => key)
  const place = ({ variant }: Usage['by_variant'][number]) =>
    variant !== null && keys.includes(variant) ? keys.indexOf(variant) : keys.length
  return rows.toSorted((one, other) => place(one) - place(other))
}

function ByVariant({ flag, usage }: { readonly flag: Flag; readonly usage: Usage }) {
  const rows = inOrderOf(flag, usage.by_variant)
  const columns = [usageText.callCount, usageText.evaluationCount, usageText.userCount, usageText.errorCount]
  return (
    <section class="stack">
      <h2>{usageText.byVariant}</h2>
      <div class="scroll">
        <table class="table by-variant">
          <thead>
            <tr>
              <th scope="col">{usageText.variant}</th>
              {columns.map((name) => (
                <th key={name} scope="col" class="number">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ variant, exposures, evaluations, users, errors }) => (
              <tr key={variant}>
                <td class="variant-name">{variantText(variant)}</td>
                <td class="number">{whole(exposures)}</td>
                <td class="number">{whole(evaluations)}</td>
                <td class="number">{users === null ? '–' : whole(users)}</td>
                <td class="number">{whole(errors)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {usage.approximate && <p class="quiet small">{usageText.approximate}</p>}
    </section>
  )
}

function NoCalls({ flag }: { readonly flag: Flag }) {
  const command = callCommand(askingFor(flag))
  return (
    <section class="empty">
      <h2>{usageText.emptyTitle}</h2>
      <p class="quiet">{usageText.empty}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrolled with the keyboard */}
      <pre class="code" tabIndex={0}>
        {command}
      </pre>
      <Copy text={command} label={usageText.copyCommand} />
    </section>
  )
}
