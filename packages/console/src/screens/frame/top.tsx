import { hearing } from '../../api/connection.ts'
import { sentences } from '../../text/frame.ts'

export function Top() {
  return (
    <header class="top">
      <span class="grow" />
      <span
        class="status quiet"
        style={{ '--dot': hearing.value ? 'var(--on)' : 'var(--warn)' }}
        title={hearing.value ? undefined : sentences.notLive}
      >
        {hearing.value ? sentences.live : sentences.notLive}
      </span>
    </header>
  )
}
