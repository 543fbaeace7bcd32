import { existsSync, fstatSync } from 'node:fs'
import { type ExportDocument, exportProject, exportText } from '@flagdeck/core'
import { replaceFile } from '../files/replace-file.ts'
import type { Settings } from '../settings/settings.ts'
import type { CommandOutput } from './command-output.ts'
import { CommandProblem } from './command-problem.ts'
import { requireProject } from './find-project.ts'
import { placeProblem } from './place-problem.ts'
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
  const database = databaseUrl.kind === 'sqlite' ? databaseUrl.path : undefined
  if (file === undefined || STANDARD_OUTPUT.includes(file)) {
    await explainingPlaces(() => printDocument(text, database))
    return undefined
  }
  // What was encrypted is for nobody else on this machine.
  await explainingPlaces(() => replaceFile(file, text, { isPrivate: withSecrets, database }))
  const counts = countsOf(document)
  return {
    data: { file, project: project.name, ...counts },
    text: `${file} has ${counted(counts.flags, 'flag')}, ${counted(counts.cohorts, 'cohort')} and ${counted(counts.dashboards, 'dashboard')} of ${project.name}.`,
  }
}

/** Opened anew it may be a file, which would be another one then, or a socket, which cannot be opened. */
const STANDARD_OUTPUT_FILE = '/dev/stdout'
const STANDARD_OUTPUT: readonly string[] = ['-', STANDARD_OUTPUT_FILE]

/** The shell has opened what standard output is, but nothing of ours ends up in a database. */
async function printDocument(text: string, database: string | undefined): Promise<void> {
  if (fstatSync(process.stdout.fd).isFile() && existsSync(STANDARD_OUTPUT_FILE)) {
    const { refuseDatabase } = await import('@flagdeck/store-sqlite')
    refuseDatabase(STANDARD_OUTPUT_FILE, database)
  }
  process.stdout.write(text)
}

function explainingPlaces(write: () => Promise<void>): Promise<void> {
  return write().catch(async (error: Error) => {
    const { PlaceRefused } = await import('@flagdeck/store-sqlite')
    if (error instanceof PlaceRefused) throw placeProblem(error)
    throw new CommandProblem(`The document cannot be written: ${error.message}.`)
  })
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
