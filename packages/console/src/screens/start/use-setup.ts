import { useEffect, useRef } from 'preact/hooks'
import type { Output } from '../../api/call.ts'
import { useQuery } from '../../api/query.ts'
import { openProject, runsOrganization } from '../../session.ts'
import { inOrganization } from '../settings/organization.ts'
import { closeSetup, setupClosed } from './setup-closed.ts'
import { type SetupStep, setupSteps } from './setup-steps.ts'
import { UNKNOWN_FLAGS, unknownFlags } from './use-received.ts'

type FlagPage = Output<'listFlags'>

/** A project with more flags does not need the checklist. */
const MOST_FLAGS = 10

export interface Setup {
  /** Whether it is known if there is a checklist. Until then, the list below would move. */
  readonly isKnown: boolean
  /** undefined if there is no checklist. */
  readonly steps: ReadonlyMap<SetupStep, boolean> | undefined
  readonly flags: FlagPage['results']
}

/**
 * Returns the checklist of a project with few flags (CONSOLE-370).
 * @param page the first page of all flags; undefined while the list shows other flags
 */
export function useSetup(page: FlagPage | undefined): Setup {
  const projectId = openProject().id
  const latest = useRef<{ readonly projectId: number; readonly page: FlagPage }>(undefined)
  if (page) latest.current = { projectId, page }
  const { count, results: flags } =
    latest.current?.projectId === projectId ? latest.current.page : { count: Number.POSITIVE_INFINITY, results: [] }
  const shownIn = useRef<number>(undefined)
  const closed = setupClosed()
  // A completed checklist stays until the user leaves the list. Removing it earlier would move rows under the pointer.
  const isOpen = count <= MOST_FLAGS && (closed === null || (closed === 'done' && shownIn.current === projectId))
  const state = useProjectState(isOpen, flags)
  const steps = setupSteps({ flags, ...state })
  const isDone = isOpen && state.isKnown && [...steps.values()].every(Boolean)
  useEffect(() => {
    if (isDone) closeSetup('done')
  }, [isDone])
  const isShown = isOpen && state.isKnown && (!isDone || shownIn.current === projectId)
  shownIn.current = isShown ? projectId : undefined
  return { isKnown: !isOpen || state.isKnown, steps: isShown ? steps : undefined, flags }
}

/** Requests only missing data. Flags that were called already prove that there are calls. */
function useProjectState(isOpen: boolean, flags: FlagPage['results']) {
  const runs = runsOrganization.value
  const isCalled = flags.some(({ last_called_at }) => last_called_at !== null)
  const inProject = { params: { project_id: openProject().id } }
  const one = { params: inOrganization(), query: { limit: '1' } }
  const unknown = useQuery('createQuery', isOpen && !isCalled ? { ...inProject, body: { query: UNKNOWN_FLAGS } } : null)
  const members = useQuery('listMembers', isOpen && runs ? one : null)
  const invitations = useQuery('listInvitations', isOpen && runs ? one : null)
  const expected = [...(isCalled ? [] : [unknown]), ...(runs ? [members, invitations] : [])]
  return {
    isKnown: expected.every(({ data, problem }) => data !== undefined || problem !== undefined),
    hasUnknownCalls: unknown.data !== undefined && unknownFlags(unknown.data).length > 0,
    members: runs ? (members.data?.count ?? 0) + (invitations.data?.count ?? 0) : null,
  }
}
