import type { Project, Timestamp, User } from '@flagdeck/core'
import { createPersonalApiKey, isScope, SCOPE_OBJECTS } from '@flagdeck/core/operations'
import { epochMsOf, parseTimestamp, type ReadTransaction, type Scope } from '@flagdeck/core/store'
import type { Settings } from '../../settings/settings.ts'
import type { CommandOutput } from '../command-output.ts'
import { CommandProblem } from '../command-problem.ts'
import { requireProjectNamed } from '../find-project.ts'
import { findUser } from '../find-user.ts'
import { listAvailable } from '../list-available.ts'
import { requireDatabase, withDeck } from '../with-deck.ts'
import { keyData } from './key-data.ts'

export interface CreateKeyFlags {
  readonly email: string
  readonly label: string
  /** Separated by commas. */
  readonly scopes: string
  /** Names, ids or ORGANIZATION/NAME. */
  readonly project?: readonly string[]
  readonly expires?: string
}

/** `flagdeck key create`: creates a personal API key and prints its value once. */
export async function createKey(
  flags: CreateKeyFlags,
  { databaseUrl }: Pick<Settings, 'databaseUrl'>,
): Promise<CommandOutput> {
  const scopes = parseScopes(flags.scopes)
  const expiresAt = parseExpiry(flags.expires)
  requireDatabase(databaseUrl)
  const { key, value } = await withDeck(databaseUrl, async ({ context }) => {
    const { user, projects } = await context.store.read(async (tx) => {
      const user = await findUser(tx, flags.email)
      return { user, projects: await findProjects(tx, user, flags.project ?? []) }
    })
    const scopedProjectIds = projects.length === 0 ? null : projects.map((project) => project.id)
    return createPersonalApiKey(context, { user, label: flags.label, scopes, expiresAt, scopedProjectIds })
  })
  return {
    data: { ...keyData(key), value },
    text: `${value}\n\nThis key is shown only once. To revoke it, use its ID: ${key.id}.`,
  }
}

const KNOWN_SCOPES = ['*', ...SCOPE_OBJECTS.flatMap((object) => [`${object}:read`, `${object}:write`])]

function parseScopes(text: string): readonly Scope[] {
  return text.split(',').map((part) => {
    const scope = part.trim()
    if (isScope(scope)) return scope
    throw new CommandProblem(`There is no scope "${scope}"${listAvailable(scope, KNOWN_SCOPES)}`, 2)
  })
}

function parseExpiry(text: string | undefined): Timestamp | null {
  if (text === undefined) return null
  const timestamp = parseTimestamp(text)
  if (timestamp === undefined) {
    throw new CommandProblem(`--expires is "${text}", but it must be a date such as 2030-01-31.`, 2)
  }
  if (epochMsOf(timestamp) > Date.now()) return timestamp
  throw new CommandProblem(`--expires is "${text}", which is in the past: choose a later date.`, 2)
}

async function findProjects(tx: ReadTransaction, user: User, wanted: readonly string[]): Promise<readonly Project[]> {
  const memberships = await tx.memberships.ofUser(user.id)
  const organizationIds = memberships.map((membership) => membership.organizationId)
  const projects: Project[] = []
  for (const name of wanted) {
    const project = await requireProjectNamed(tx, name, organizationIds)
    if (!organizationIds.includes(project.organizationId)) {
      throw new CommandProblem(
        `${user.email} has no access to the project "${name}": invite them to its organization first, or choose another project.`,
      )
    }
    projects.push(project)
  }
  return projects
}
