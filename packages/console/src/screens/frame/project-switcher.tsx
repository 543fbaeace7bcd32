import { useId } from 'preact/hooks'
import { openProject, session } from '../../session.ts'

/** Which project is open, and the way to another. */
export function ProjectSwitcher() {
  const id = useId()
  const project = openProject()
  return (
    <>
      <button type="button" class="project" popovertarget={id} aria-haspopup="true">
        <img class="mark" src="./icon.svg" alt="" />
        <span class="name text grow">{project.name}</span>
        <span class="caret text" aria-hidden="true" />
      </button>
      <div id={id} popover="auto" class="projects">
        {session.value?.organizations.map((organization) => (
          <section key={organization.id}>
            <h2 class="quiet small">{organization.name}</h2>
            {organization.projects.map((other) => (
              <a
                key={other.id}
                class="menu-item"
                href={`#/project/${other.id}/flags`}
                aria-current={other.id === project.id || undefined}
                onClick={(event) => event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()}
              >
                {other.name}
              </a>
            ))}
          </section>
        ))}
      </div>
    </>
  )
}
