import { computed, signal } from '@preact/signals'
import { problemOf } from './api/api-problem.ts'
import { call, type Output } from './api/call.ts'
import { noteOutcome, signedOut } from './api/connection.ts'
import { removeDraftsOfOthers } from './drafts.ts'
import { projectInPlace } from './route.ts'

export type Session = Output<'retrieveSession'>
export type Organization = Session['organizations'][number]
export type Project = Organization['projects'][number]

/** The session of the signed-in user; undefined while it is unknown, null if no user is signed in. */
export const session = signal<Session | null | undefined>(undefined)

export function enter(found: Session): void {
  removeDraftsOfOthers(found.user.uuid)
  session.value = found
  signedOut.value = false
}

/** Requests the session again: projects and organizations can have changed elsewhere. A failure changes nothing. */
export async function refreshSession(): Promise<void> {
  const found = await call('retrieveSession').catch((error: unknown) => {
    noteOutcome(problemOf(error))
    return undefined
  })
  const isSame = found?.user.uuid === session.value?.user.uuid
  if (found && isSame && JSON.stringify(found) !== JSON.stringify(session.value)) session.value = found
}

interface Entered {
  readonly organization: Organization
  readonly project: Project
}

/** The open project with its organization; undefined if there is none. */
export const entered = computed((): Entered | undefined => {
  const all = (session.value?.organizations ?? []).flatMap((organization) =>
    organization.projects.map((project) => ({ organization, project })),
  )
  return all.find(({ project }) => project.id === projectInPlace.value)
})

/** Returns the open project. For screens, which are only shown inside a project. */
export function openProject(): Project {
  if (!entered.value) throw new Error('no project is open')
  return entered.value.project
}

/** Whether the signed-in user is an admin or an owner of the organization. */
export const runsOrganization = computed(() => entered.value !== undefined && mayRun(entered.value.organization))

const ADMIN = 8

export function mayRun({ level }: Organization): boolean {
  return (level ?? 0) >= ADMIN
}
