import { whole } from '../../parts/number.ts'
import { Time } from '../../parts/time.tsx'
import { flagList } from '../../text/flags.ts'
import type { ListedFlag } from './listed-flag.ts'

/** How often a flag was called lately, and when last. Two measures are never added up, so the larger one stands there. */
export function Calls({ flag: { usage_7d: calls, last_called_at: last } }: { readonly flag: ListedFlag }) {
  return (
    <td class="calls">
      {calls && (
        <div class="count" data-unit={flagList.unit} title={flagList.calls(calls)}>
          {whole(Math.max(calls.evaluations, calls.exposures))}
        </div>
      )}
      <div class="quiet small">{last === null ? flagList.neverCalled : <Time at={last} />}</div>
    </td>
  )
}
