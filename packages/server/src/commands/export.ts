import { type ExportDocument, exportProject, exportText } from '@flagdeck/core'
import { replaceFile } from '../files/replace-file.ts'
import type { Settings } from '../settings/settings.ts'
import type { CommandOutput } from './command-output.ts'
import { CommandProblem } from './command-problem.ts'
import { requireProject } from './find-project.ts'
import { requireDatabase, withDeckAsItIs } from './with-deck.ts'

export interface ExportFlags {
  readonly project?: string
  readonly withSecrets?: boolean
}

type ExportSettings = Pick<Settings, 'databaseUrl' | 'encryptionKey'>

/** `flagdeck export [FILE]`: a project as a document, into a file or, undefined, to standard output as it is. */
export async function exportTo(
  file: string | undefined,
  { project: wanted, withSecrets = false }: ExportFlags,
  { databaseUrl, encryptionKey }: ExportSettings,
): Promise<CommandOutput | undefined> {
  requireDatabase(databaseUrl)
  const { project, document } = await withDeckAsItIs(
    databaseUrl,
    async (deck) => {
      const project = await deck.context.store.read((tx) => requireProject(tx, wanted))
      const { context } = await deck.project(project.id)
      return { project, document: await exportProject(context, { withSecrets }) }
    },
    { encryptionKey, patient: true },
  )
  const text = exportText(document)
  if (file === undefined) {
    process.stdout.write(text)
    return undefined
  }
  writeDocument(file, text, withSecrets)
  const counts = countsOf(document)
  return {
    data: { file, project: project.name, ...counts },
    text: `${file} has ${counted(counts.flags, 'flag')}, ${counted(counts.cohorts, 'cohort')} and ${counted(counts.dashboards, 'dashboard')} of ${project.name}.`,
  }
}

function writeDocument(file: string, text: string, withSecrets: boolean): void {
  try {
    // What was encrypted is for nobody else on this machine.
    replaceFile(file, text, { isPrivate: withSecrets })
  } catch (error) {
    const { message } = error as Error // that is all that writing throws
    throw new CommandProblem(`The document cannot be written: ${message}.`)
  }
}

function countsOf({ flags, cohorts, dashboards, dashboard_templates, roles }: ExportDocument) {
  return {
    flags: flags.length,
    cohorts: cohorts.length,
    dashboards: dashboards.length,
    dashboard_templates: dashboard_templates.length,
    roles: roles.length,
  }
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
