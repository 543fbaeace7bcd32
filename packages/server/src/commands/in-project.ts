import type { EmbeddedProject } from '@flagdeck/core'
import { limitsOf } from '../settings/limits-of.ts'
import type { Settings } from '../settings/settings.ts'
import type { CHANGING } from './command-settings.ts'
import { requireProject } from './find-project.ts'
import { findUser } from './find-user.ts'
import { requireDatabase, withDeck, withDeckAsItIs } from './with-deck.ts'

/** In which project to do something, and who does it. */
export interface ProjectRequest {
  readonly project: string | undefined
  /** Who does it, by e-mail address and with the rights of that user; undefined: the system. */
  readonly email: string | undefined
  readonly settings: Pick<Settings, (typeof CHANGING)[number]>
}

/** Enters a project for one command, on a database that has to be there; one that only looks takes it as it is. */
export function inProject<T>(
  { project: wanted, email, settings }: ProjectRequest,
  { looks }: { readonly looks: boolean },
  work: (project: EmbeddedProject) => Promise<T>,
): Promise<T> {
  const { databaseUrl, encryptionKey } = settings
  requireDatabase(databaseUrl)
  const open = looks ? withDeckAsItIs : withDeck
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
