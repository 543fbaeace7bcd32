import {
  applyImport,
  type EmbeddedProject,
  type Flagdeck,
  firstRun,
  type ImportPlan,
  type ImportProblem,
  ImportRefused,
  type JsonObject,
  planImport,
} from '@flagdeck/core'
import { readJsonFile } from '../files/read-json-file.ts'
import { limitsOf } from '../settings/limits-of.ts'
import type { Settings } from '../settings/settings.ts'
import type { CommandOutput } from './command-output.ts'
import { CommandProblem } from './command-problem.ts'
import { confirm } from './confirm.ts'
import { findProject } from './find-project.ts'
import { planText } from './plan-text.ts'
import { requireDatabase, withDeck } from './with-deck.ts'

export interface ImportFlags {
  readonly project?: string
  readonly dryRun?: boolean
  readonly yes?: boolean
  readonly prune?: boolean
  readonly json?: boolean
}

type ImportSettings = Pick<Settings, 'databaseUrl' | 'encryptionKey' | 'maxFlagsPerProject' | 'maxFiltersBytes'>

interface Imported {
  readonly output: CommandOutput
  /** Whether the document was refused. */
  readonly refused: boolean
}

/** `flagdeck import FILE`: shows what would change, asks, and changes it. */
export async function importFrom(file: string, flags: ImportFlags, settings: ImportSettings): Promise<Imported> {
  const { dryRun = false, yes = false, json = false } = flags
  if (!dryRun && !yes && (json || !process.stdin.isTTY)) {
    throw new CommandProblem('Nobody can be asked here: add --yes to import, or --dry-run to see what would change.', 2)
  }
  const document = readJsonFile(file, 'document')
  if (dryRun) requireDatabase(settings.databaseUrl)
  const options = { limits: limitsOf(settings), encryptionKey: settings.encryptionKey, patient: true }
  return withDeck(settings.databaseUrl, (deck) => importInto(deck, { file, document, flags }), options).catch(
    (error: unknown) => {
      if (error instanceof ImportRefused) return { output: refusal(file, error.problems), refused: true }
      throw error
    },
  )
}

interface Request {
  readonly file: string
  readonly document: unknown
  readonly flags: ImportFlags
}

async function importInto(deck: Flagdeck, { file, document, flags }: Request): Promise<Imported> {
  const { projectId, personalApiKey } = await targetOf(deck, flags)
  const { project, context } = await deck.project(projectId)
  const { prune = false } = flags
  const plan = await planImport(context, document, { prune })
  const done = (applied: boolean, sentence: string): Imported => ({
    output: {
      data: { ...planData(project, plan, applied), ...(personalApiKey && { personal_api_key: personalApiKey }) },
      text: personalApiKey ? `${sentence}\n\nPersonal API key   ${personalApiKey}   (shown once)` : sentence,
    },
    refused: false,
  })
  const lines = `Importing ${file} into ${project.name} (${project.id}):\n\n${planText(plan)}`
  if (flags.dryRun) return done(false, lines)
  if (plan.changes.length === 0) return done(true, lines)
  if (!flags.yes) {
    process.stderr.write(`${lines}\n\n`)
    if (!(await confirm('Do that?'))) return done(false, 'Nothing was changed.')
  }
  await applyImport(context, document, { prune, plan })
  return done(true, flags.yes ? `${lines}\n\n${DONE}` : DONE)
}

interface Target {
  readonly projectId: number
  /** Of an owner, when the database was empty. */
  readonly personalApiKey?: string
}

/** An empty database gets what a first start makes: a project that nobody could manage would be of no use. */
async function targetOf({ context }: Flagdeck, { project: wanted, dryRun }: ImportFlags): Promise<Target> {
  const found = await context.store.read((tx) => findProject(tx, wanted))
  if (found) return { projectId: found.id }
  if (dryRun) throw new CommandProblem('There is no project yet: without --dry-run, import makes one.')
  const made = await firstRun(context)
  if (!made) throw new CommandProblem('There is no project to import into: add one with "flagdeck bootstrap FILE".')
  return { projectId: made.project.id, personalApiKey: made.personalApiKey }
}

const DONE = 'Done. Running servers have it within five seconds.'

function planData(project: EmbeddedProject['project'], plan: ImportPlan, applied: boolean): JsonObject {
  // A plan is plain data.
  return { project: project.name, project_id: project.id, applied, ...(plan as unknown as JsonObject) }
}

function refusal(file: string, problems: readonly ImportProblem[]): CommandOutput {
  const lines = problems.map(({ path, message }) => (path === '' ? `  ${message}` : `  ${path}: ${message}`))
  return {
    data: { applied: false, problems: problems.map((problem) => ({ ...problem })) },
    text: [`The document ${file} cannot be imported, and nothing was changed:`, ...lines].join('\n'),
  }
}
