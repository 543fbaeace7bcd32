import { useEffect, useLayoutEffect } from 'preact/hooks'
import { connected } from '../../api/connection.ts'
import { followProject } from '../../api/live.ts'
import { openAtVersion } from '../../api/version.ts'
import { forgetUndo, listenForUndo } from '../../parts/toasts.tsx'
import { openProject } from '../../session.ts'
import { sentences } from '../../text/frame.ts'
import { Rail } from './rail.tsx'
import { noteRecent } from './recent.ts'
import { nameOfScreen, Screen } from './screen.tsx'
import { Top } from './top.tsx'
import { useHeading } from './use-heading.ts'
import { useHeadingFocus } from './use-heading-focus.ts'
import { useTitle } from './use-title.ts'

/** Shows everything around a screen. */
export function Frame() {
  const project = openProject()
  // Must run before the effects of the screens, which send requests.
  useLayoutEffect(() => openAtVersion({ projectId: project.id, version: project.version }), [project.id])
  useEffect(() => followProject(project), [project.id])
  useEffect(listenForUndo, [])
  useEffect(() => forgetUndo, [project.id])
  const name = useTitle(nameOfScreen(), project.name)
  const focus = useHeadingFocus()
  useHeading((heading, before) => {
    name(heading)
    focus(heading, before)
    noteRecent(heading)
  })
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

/** A link would change the address, which contains the current place. */
function focusContent(): void {
  document.getElementById('content')?.focus()
}
