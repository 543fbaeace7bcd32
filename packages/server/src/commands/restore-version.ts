import { limitsOf } from '../settings/limits-of.ts'
import type { Settings } from '../settings/settings.ts'
import type { CommandOutput } from './command-output.ts'
import { requireProject } from './find-project.ts'
import { findUser } from './find-user.ts'
import type { HistoryRequest } from './read-history.ts'
import { idOfThing, VERSIONED_THINGS, versionOf } from './versioned-things.ts'
import { requireDatabase, withDeck } from './with-deck.ts'

type RestoreSettings = Pick<Settings, 'databaseUrl' | 'encryptionKey' | 'maxFlagsPerProject' | 'maxFiltersBytes'>

export interface RestoreRequest extends HistoryRequest {
  /** Who restores it, by e-mail address and with the rights of that user; undefined: the system. */
  readonly email: string | undefined
  readonly settings: RestoreSettings
}

/** `flagdeck history restore`: makes a thing what it was at a version, as its next one (HIST-8). */
export async function restoreVersion(request: RestoreRequest, text: string): Promise<CommandOutput> {
  const { kind, name, project: wanted, email, settings } = request
  const version = versionOf(text)
  requireDatabase(settings.databaseUrl)
  const work = VERSIONED_THINGS[kind]
  return withDeck(
    settings.databaseUrl,
    async (deck) => {
      const { project, user } = await deck.context.store.read(async (tx) => ({
        project: await requireProject(tx, wanted),
        user: email === undefined ? undefined : await findUser(tx, email),
      }))
      const found = await (user ? deck.as(user) : deck).project(project.id)
      const { context } = found
      const id = await idOfThing(found, kind, name)
      const differs = (await work.compare(context, id, version)).length > 0
      const restored = await work.restore(context, id, version)
      const data = { kind, id, version: restored.version, restored: version, changed: differs }
      return { data, text: sentence(`The ${kind} ${name}`, data) }
    },
    { limits: limitsOf(settings), encryptionKey: settings.encryptionKey },
  )
}

interface Restored {
  readonly version: number
  readonly restored: number
  readonly changed: boolean
}

function sentence(thing: string, { version, restored, changed }: Restored): string {
  if (!changed) return `${thing} is as it was at version ${restored} already: nothing was changed.`
  return `${thing} is at version ${version} now, as it was at version ${restored}. Running servers have it within five seconds.`
}
