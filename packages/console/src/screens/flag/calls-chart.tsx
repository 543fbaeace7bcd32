import type { Output } from '../../api/call.ts'
import { useQuery } from '../../api/query.ts'
import { Skeleton } from '../../parts/answered.tsx'
import { Chart } from '../../parts/chart/chart.tsx'
import { usageText } from '../../text/flag-page.ts'
import { type Flag, inputOf, variantsOf, wasCalledLately } from './flag.ts'
import { callsByVariant } from './usage-series.ts'
import { useChangeMarks } from './use-change-marks.ts'

type Usage = Output<'retrieveFlagUsage'>

interface Props {
  readonly flag: Flag
  readonly usage: Usage
  readonly title: string
}

/** Shows the calls of each variant, with marks for changes of the flag. Both appear together (CONSOLE-388). */
export function CallsChart({ flag, usage, title }: Props) {
  const marks = useChangeMarks(flag.id, usage.resolved_date_range.date_from)
  const { totals, measure, buckets } = usage
  if (!marks) return <Skeleton rows={6} />
  const keys = variantsOf(flag).map(({ key }) => key)
  return (
    <section class="card">
      <Chart
        title={title}
        summary={usageText.summary(measure, totals[measure], totals.users)}
        moments={buckets.map(({ start }) => start)}
        series={callsByVariant(usage, keys)}
        marks={marks}
      />
    </section>
  )
}

/**
 * Shows the calls of the last seven days, if there are any: those that SDKs report, or else those that the server
 * counts.
 */
export function RecentCalls({ flag }: { readonly flag: Flag }) {
  const { data: reported, problem } = useQuery('retrieveFlagUsage', {
    ...inputOf(flag.id),
    query: { date_from: '-6d' },
  })
  const wantsOther = reported !== undefined && reported.totals.exposures === 0 && reported.totals.evaluations > 0
  const { data: evaluated } = useQuery(
    'retrieveFlagUsage',
    wantsOther ? { ...inputOf(flag.id), query: { date_from: '-6d', measure: 'evaluations' } } : null,
  )
  const usage = wantsOther ? evaluated : reported
  if (!usage && !problem && wasCalledLately(flag)) return <Skeleton rows={6} />
  if (!usage || usage.totals[usage.measure] === 0) return null
  return <CallsChart flag={flag} usage={usage} title={usageText.lately(usage.measure)} />
}
