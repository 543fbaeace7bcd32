import type { Activity } from '@flagdeck/core'
import { activityBody } from '@flagdeck/http'
import type { Settings } from '../../settings/settings.ts'
import type { CommandOutput } from '../command-output.ts'
import { requireProject } from '../find-project.ts'
import { requireDatabase, withDeckAsItIs } from '../with-deck.ts'
import { writeDocument } from '../write-document.ts'

/**
 * `flagdeck activity export [FILE]`: exports the activity of a project as JSON lines, in the format of the API. Only a
 * few entries are in memory at a time (HIST-12).
 */
export async function exportActivityTo(
  file: string | undefined,
  flags: { readonly project?: string },
  { databaseUrl }: Pick<Settings, 'databaseUrl'>,
): Promise<CommandOutput | undefined> {
  requireDatabase(databaseUrl)
  const database = databaseUrl.kind === 'sqlite' ? databaseUrl.path : undefined
  return withDeckAsItIs(
    databaseUrl,
    async (deck) => {
      const project = await deck.context.store.read((tx) => requireProject(tx, flags.project))
      const { activity } = await deck.project(project.id)
      let entries = 0
      const lines = async function* () {
        for await (const entry of activity.export()) {
          entries++
          yield lineOf(entry)
        }
      }
      const written = await writeDocument(file, lines(), { database })
      if (written === undefined) return undefined
      return {
        data: { file: written, project: project.name, entries },
        text: `Wrote ${entries} ${entries === 1 ? 'entry' : 'entries'} from ${project.name} to ${written}.`,
      }
    },
    { patient: true },
  )
}

function lineOf(entry: Activity): string {
  return `${JSON.stringify(activityBody(entry))}\n`
}
