import { useState } from 'preact/hooks'
import { momentText } from '../../parts/chart/moment.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { usageText } from '../../text/flag-page.ts'
import { canWrite, type Flag } from './flag.ts'
import { resetUsage } from './flag-actions.ts'

/** Shows the start of the counts of a flag, and a button that resets them. */
export function ResetUsage({ flag }: { readonly flag: Flag }) {
  const [asked, setAsked] = useState(false)
  const { usage_reset_at: resetAt } = flag
  const isWritable = canWrite(flag) && !flag.deleted
  return (
    <div class="row wrap">
      <p class="grow quiet small">{resetAt && usageText.countedSince(momentText(resetAt))}</p>
      {isWritable && (
        <button type="button" class="button" onClick={() => setAsked(true)}>
          {usageText.reset}
        </button>
      )}
      {asked && (
        <Confirm
          title={usageText.resetTitle}
          action={usageText.reset}
          dangerous
          onConfirm={() => resetUsage(flag)}
          onClose={() => setAsked(false)}
        >
          <p>{usageText.resetEffect}</p>
        </Confirm>
      )}
    </div>
  )
}
