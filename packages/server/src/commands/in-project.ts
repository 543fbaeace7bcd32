import type { EmbeddedProject } from '@flagdeck/core'
import { limitsOf } from '../settings/limits-of.ts'
import type { Settings } from '../settings/settings.ts'
import type { CHANGING } from './command-settings.ts'
import { requireProject } from './find-project.ts'
import { findUser } from './find-user.ts'
import { requireDatabase, withDeck, withDeckAsItIs } from './with-deck.ts'

/** The project of a command, and the user who acts in it. */
export interface ProjectRequest {
  readonly project: string | undefined
  /** The e-mail address of the user whose permissions apply; undefined for the system. */
  readonly email: string | undefined
  readonly settings: Pick<Settings, (typeof CHANGING)[number]>
}

/** Opens a project for one command. The database must exist. With `readOnly`, it is neither changed nor migrated. */
export function inProject<T>(
  { project: wanted, email, settings }: ProjectRequest,
  { readOnly }: { readonly readOnly: boolean },
  work: (project: EmbeddedProject) => Promise<T>,
): Promise<T> {
  const { databaseUrl, encryptionKey } = settings
  requireDatabase(databaseUrl)
  const open = readOnly ? withDeckAsItIs : withDeck
  return open(
    databaseUrl,
    async (deck) => {
      const { project, user } = await deck.context.store.read(async (tx) => ({
        project: await requireProject(tx, wanted),
        user: email === undefined ? undefined : await findUser(tx, email),
      }))
      return work(await (user ? deck.as(user) : deck).project(project.id))
    },
    { limits: limitsOf(settings), encryptionKey },
  )
}
