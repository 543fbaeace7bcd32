import type { ComponentChildren } from 'preact'
import { Suspense } from 'preact/compat'
import { useId, useState } from 'preact/hooks'
import { connected } from '../../api/connection.ts'
import { usePolling } from '../../api/use-polling.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Guard } from '../../parts/guard.tsx'
import { lazy } from '../../parts/lazy.ts'
import { mayRun, type Organization, openProject, refreshSession, session } from '../../session.ts'
import { newProject } from '../../text/frame.ts'
import { hideAround } from './hide-around.ts'

const NewProject = lazy(() => import('./new-project.tsx').then((module) => module.NewProject))

/** Shows the open project, and opens others. */
export function ProjectSwitcher() {
  const id = useId()
  const project = openProject()
  const [isOpen, setIsOpen] = useState(false)
  usePolling(() => void refreshSession(), !isOpen)
  const [making, setMaking] = useState<Organization>()
  const close = () => setMaking(undefined)
  const inDialog = (failure: ComponentChildren) => (
    <Dialog title={newProject.title} onClose={close}>
      {failure}
    </Dialog>
  )
  return (
    <>
      <button type="button" class="project" popovertarget={id} aria-haspopup="true">
        <img class="mark" src="./icon.svg" alt="" />
        <span class="name text grow">{project.name}</span>
        <span class="caret text" aria-hidden="true" />
      </button>
      <div
        id={id}
        popover="auto"
        class="projects"
        onToggle={({ newState }) => {
          setIsOpen(newState === 'open')
          if (newState === 'open') void refreshSession()
        }}
      >
        {session.value?.organizations.map((organization) => (
          <section key={organization.id}>
            <h2 class="quiet small">{organization.name}</h2>
            {organization.projects.map((other) => (
              <a
                key={other.id}
                class="menu-item"
                href={`#/project/${other.id}/flags`}
                aria-current={other.id === project.id || undefined}
                onClick={hideAround}
              >
                {other.name}
              </a>
            ))}
            {mayRun(organization) && (
              <button
                type="button"
                class="menu-item"
                disabled={!connected.value}
                onClick={(event) => {
                  hideAround(event)
                  setMaking(organization)
                }}
              >
                <span aria-hidden="true">+</span> {newProject.open}
              </button>
            )}
          </section>
        ))}
      </div>
      {making && (
        <Guard around={inDialog}>
          <Suspense fallback={null}>
            <NewProject organization={making} onClose={close} />
          </Suspense>
        </Guard>
      )}
    </>
  )
}
