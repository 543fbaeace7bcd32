import { hearing } from '../../api/connection.ts'
import { sentences } from '../../text/frame.ts'
import { Commands } from './commands.tsx'

export function Top() {
  return (
    <header class="top">
      <Commands />
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
