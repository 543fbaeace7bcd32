import type { DraftState } from '../../parts/use-draft.ts'
import { sentences } from '../../text/frame.ts'
import { settings } from '../../text/settings.ts'

interface Props<Draft> {
  readonly of: DraftState<Draft>
  /** The fields without unsaved changes. */
  readonly start: Draft
}

/** Notes that a form shows restored changes, and offers to discard them. */
export function Restored<Draft>({ of: { wasRestored, change }, start }: Props<Draft>) {
  if (!wasRestored) return null
  return (
    <p class="restored small" role="status">
      {sentences.restored}{' '}
      <button type="button" class="button link" onClick={() => change(start as Partial<Draft>)}>
        {settings.discard}
      </button>
    </p>
  )
}
