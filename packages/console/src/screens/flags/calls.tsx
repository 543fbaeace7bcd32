import { whole } from '../../parts/number.ts'
import { Time } from '../../parts/time.tsx'
import { flagList } from '../../text/flags.ts'
import type { ListedFlag } from './listed-flag.ts'
import { Sparkline } from './sparkline.tsx'

/** How often a flag was called lately, and when last. Two measures are never added up, so the larger one stands there. */
export function Calls({ flag: { usage_7d: calls, last_called_at: last } }: { readonly flag: ListedFlag }) {
  const measure = calls && calls.evaluations > calls.exposures ? 'evaluations' : 'exposures'
  return (
    <td class="calls">
      {calls && (
        <div class="count" data-unit={flagList.unit(measure, calls[measure])} title={flagList.calls(calls)}>
          {calls[measure] > 0 && <Sparkline values={calls.by_day[measure]} label={flagList.byDay(measure)} />}
          {whole(calls[measure])}
        </div>
      )}
      <div class="quiet small">{last === null ? flagList.neverCalled : <Time at={last} />}</div>
    </td>
  )
}
