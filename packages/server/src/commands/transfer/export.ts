import { exportProjectParts } from '@flagdeck/core/operations'
import type { Settings } from '../../settings/settings.ts'
import type { CommandOutput } from '../command-output.ts'
import { requireProject } from '../find-project.ts'
import { requireDatabase, withDeckAsItIs } from '../with-deck.ts'
import { writeDocument } from '../write-document.ts'

export interface ExportFlags {
  readonly project?: string
  readonly withSecrets?: boolean
}

type ExportSettings = Pick<Settings, 'databaseUrl' | 'encryptionKey'>

/** `flagdeck export [FILE]`: writes a project to a file, or to standard output if it is undefined. */
export async function exportTo(
  file: string | undefined,
  { project: wanted, withSecrets = false }: ExportFlags,
  { databaseUrl, encryptionKey }: ExportSettings,
): Promise<CommandOutput | undefined> {
  requireDatabase(databaseUrl)
  const { project, parts, counts } = await withDeckAsItIs(
    databaseUrl,
    async (deck) => {
      const project = await deck.context.store.read((tx) => requireProject(tx, wanted))
      const { context } = await deck.project(project.id)
      const { load } = await exportProjectParts(context, { withSecrets })
      return { project, ...(await load()) }
    },
    { encryptionKey, patient: true },
  )
  const database = databaseUrl.kind === 'sqlite' ? databaseUrl.path : undefined
  // Other users of this machine must not read decrypted payloads.
  const written = await writeDocument(file, partsOneByOne(parts), {
    isPrivate: withSecrets,
    database,
  })
  if (written === undefined) return undefined
  return {
    data: { file: written, project: project.name, ...counts },
    text: `Exported ${counted(counts.flags, 'flag')}, ${counted(counts.cohorts, 'cohort')} and ${counted(counts.dashboards, 'dashboard')} from ${project.name} to ${written}.`,
  }
}

async function* partsOneByOne(parts: Iterable<string>): AsyncGenerator<string> {
  yield* parts
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
