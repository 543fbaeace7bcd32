import { whole } from '../../parts/number.ts'
import { flagList } from '../../text/flags.ts'
import type { ListedFlag } from './listed-flag.ts'
import { Sparkline } from './sparkline.tsx'
import { When } from './when.tsx'

/**
 * Shows how often a flag was called in the last seven days, and its last call. The two measures are never added up: the
 * larger one is shown.
 */
export function Calls({ flag: { usage_7d: calls, last_called_at: last } }: { readonly flag: ListedFlag }) {
  const measure = calls && calls.evaluations > calls.exposures ? 'evaluations' : 'exposures'
  return (
    <td class="calls">
      {calls && (
        <div class="count" data-unit={flagList.unit(measure, calls[measure])} title={flagList.calls(calls)}>
          {calls[measure] > 0 && <Sparkline values={calls.by_day[measure]} label={flagList.byDay(measure)} />}
          <span class="amount">{whole(calls[measure])}</span>
        </div>
      )}
      <div class="quiet small last" data-label={last === null ? undefined : flagList.lastCall}>
        {last === null ? flagList.neverCalled : <When at={last} />}
      </div>
    </td>
  )
}
