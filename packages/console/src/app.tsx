import { signal, useSignalEffect } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { problemOf } from './api/api-problem.ts'
import { call } from './api/call.ts'
import { signedOut } from './api/connection.ts'
import { Skeleton } from './parts/answered.tsx'
import { Toasts } from './parts/toasts.tsx'
import { goInstead, place, projectInPlace } from './route.ts'
import { Frame } from './screens/frame/frame.tsx'
import { loadAhead } from './screens/frame/screen.tsx'
import { Invitation } from './screens/sign-in/invitation.tsx'
import { LinkSignIn } from './screens/sign-in/link-sign-in.tsx'
import { takePlace } from './screens/sign-in/place-before.ts'
import { SignIn } from './screens/sign-in/sign-in.tsx'
import { enter, entered, session } from './session.ts'
import { sentences } from './text/frame.ts'

/** Shows the sign-in form, or the frame with a screen if a user is signed in. */
export function App() {
  // An invalid link leads to the sign-in form. Until then there is no session to load.
  const isAtLink = comesToSignIn()
  useEffect(() => {
    if (!isAtLink && session.value === undefined) void findSession()
  }, [isAtLink])
  useSignalEffect(goSomewhere)
  return (
    <>
      <Gate />
      <Toasts />
    </>
  )
}

function Gate() {
  const [first, second = ''] = place.value.parts
  if (first === 'sign-in') return <LinkSignIn token={second} />
  if (first === 'invitation') return <Invitation token={second} />
  if (session.value === undefined) return <Loading />
  if (session.value === null) return <SignIn />
  return (
    <>
      {entered.value ? (
        <Frame key={session.value.user.uuid} />
      ) : lookedFor.value === projectInPlace.value ? (
        <NoProject />
      ) : (
        <Loading />
      )}
      {signedOut.value && <SignIn over />}
    </>
  )
}

/** The project in the address that was requested and not found. */
const lookedFor = signal<number | null>(null)

function NoProject() {
  return (
    <main class="gate">
      <div>
        <img class="mark" src="./icon.svg" alt="" />
        <h1>{sentences.noProject}</h1>
        <p>{sentences.noProjectHint}</p>
        <a class="button" href="#/">
          {sentences.toFirstProject}
        </a>
      </div>
    </main>
  )
}

function Loading() {
  return (
    <main class="gate">
      <Skeleton rows={3} />
    </main>
  )
}

async function findSession(): Promise<void> {
  try {
    const { signed_in: isSignedIn } = await call('retrieveSignInWays')
    if (!isSignedIn) {
      session.value = null
      return
    }
    const asked = call('retrieveSession')
    loadAhead()
    enter(await asked)
  } catch (error) {
    if (problemOf(error).status === 401) session.value = null
    else setTimeout(() => void findSession(), 2000)
  }
}

/** Whether the address is that of a sign-in link. */
function comesToSignIn(): boolean {
  return ['sign-in', 'invitation'].includes(place.value.parts[0] ?? '')
}

/**
 * Opens the previous place of the signed-in user, or the flags of the first project, if the address names no place. An
 * unknown project may be new.
 */
function goSomewhere(): void {
  if (!session.value || entered.value || comesToSignIn()) return
  const first = session.value.organizations.flatMap(({ projects }) => projects)[0]
  if (projectInPlace.value === null && first) goInstead(takePlace() ?? addressIn(first.id))
  else if (projectInPlace.value !== null) void look(projectInPlace.value)
}

/** Returns the place in a project that an address without a project names (CONSOLE-173), or else the flags. */
function addressIn(projectId: number): string {
  const [, ...rest] = location.hash.split('/')
  return `#/project/${projectId}/${rest[0] ? rest.join('/') : 'flags'}`
}

let looking: number | null = null

/** Requests the session again, once for each unknown project: it may have been created since. */
async function look(projectId: number): Promise<void> {
  if (looking === projectId || lookedFor.value === projectId) return
  looking = projectId
  await findSession()
  looking = null
  lookedFor.value = projectId
}
