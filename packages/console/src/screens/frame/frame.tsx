import { useEffect } from 'preact/hooks'
import { connected } from '../../api/connection.ts'
import { followProject } from '../../api/live.ts'
import { openProject } from '../../session.ts'
import { sentences } from '../../text/frame.ts'
import { Rail } from './rail.tsx'
import { nameOfScreen, Screen } from './screen.tsx'
import { Top } from './top.tsx'
import { useTitle } from './use-title.ts'

/** Everything around a screen. */
export function Frame() {
  const project = openProject()
  useEffect(() => followProject(project), [project.id])
  useTitle(nameOfScreen(), project.name)
  return (
    <div class="frame">
      <button type="button" class="button skip" onClick={focusContent}>
        {sentences.skip}
      </button>
      <Rail />
      <div class="main">
        <Top />
        {!connected.value && (
          <p class="banner" role="alert">
            {sentences.away}
          </p>
        )}
        <main id="content" tabIndex={-1}>
          <Screen />
        </main>
      </div>
    </div>
  )
}

/** A link would change the address, which says where one is. */
function focusContent(): void {
  document.getElementById('content')?.focus()
}
