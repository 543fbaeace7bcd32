import { connected, hearing } from '../../api/connection.ts'
import { openProject } from '../../session.ts'
import { sentences } from '../../text/frame.ts'
import { Commands } from './commands.tsx'

/** Shows the search, and whether the page is up to date. */
export function Top() {
  const isLive = hearing.value && connected.value
  return (
    <header class="top">
      <bdi class="here">{openProject().name}</bdi>
      <Commands />
      <span class="grow" />
      <span
        class="status quiet"
        style={{ '--dot': isLive ? 'var(--on)' : 'var(--warn)' }}
        title={isLive ? undefined : sentences.notLiveHint}
      >
        {isLive ? sentences.live : sentences.notLive}
        {!isLive && <span class="visually-hidden">{sentences.notLiveHint}</span>}
      </span>
    </header>
  )
}
