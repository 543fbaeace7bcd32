import {
  applyImport,
  type Flagdeck,
  type FlagdeckOptions,
  type ImportOptions,
  type ImportPlan,
  type ImportProblem,
  ImportRefused,
  type JsonObject,
  type Project,
  type ProjectContext,
  prepareImport,
} from '@flagdeck/core'
import { firstRun } from '@flagdeck/core/operations'
import { failureSentence } from '../../failure-sentence.ts'
import { readJsonFile } from '../../files/read-json-file.ts'
import { limitsOf } from '../../settings/limits-of.ts'
import type { CommandOutput } from '../command-output.ts'
import { CommandProblem } from '../command-problem.ts'
import type { ChangingSettings } from '../command-settings.ts'
import { findProject } from '../find-project.ts'
import { isMissing, withDeck, withDeckAsItIs } from '../with-deck.ts'
import { confirm } from './confirm.ts'
import { planText } from './plan-text.ts'
import { type ProgressReporter, progressReporter } from './report-progress.ts'
import { withNewProject } from './with-new-project.ts'

export interface ImportFlags {
  readonly project?: string
  readonly dryRun?: boolean
  readonly yes?: boolean
  readonly prune?: boolean
  readonly json?: boolean
}

interface Imported {
  readonly output: CommandOutput
  /** Whether the project file was refused. */
  readonly refused: boolean
}

/** `flagdeck import FILE`: shows a plan, asks for confirmation, and applies the plan. */
export async function importFrom(file: string, flags: ImportFlags, settings: ChangingSettings): Promise<Imported> {
  const { dryRun = false, yes = false, json = false } = flags
  const document = readJsonFile(file, 'project file')
  if (!dryRun && !yes && (json || !process.stdin.isTTY)) {
    const reason = json ? '--json does not ask' : 'Not a terminal'
    throw new CommandProblem(`${reason}: add --yes to confirm, or --dry-run to only show the plan.`, 2)
  }
  const options = { limits: limitsOf(settings), encryptionKey: settings.encryptionKey }
  const open = dryRun ? withDeckAsItIs : withDeck
  const reporter = progressReporter({ quietMs: QUIET_MS })
  const request = { file, document, flags, options, reporter }
  try {
    if (dryRun && isMissing(settings.databaseUrl))
      return planned(undefined, (await prepare(undefined, request)).plan, file)
    return await open(settings.databaseUrl, (deck) => importInto(deck, request), { ...options, patient: true })
  } catch (error) {
    if (error instanceof ImportRefused) return { output: refusal(file, error.problems), refused: true }
    throw error
  } finally {
    reporter.end()
  }
}

/** An import that takes less time reports no progress. */
const QUIET_MS = 1000

interface Request {
  readonly file: string
  readonly document: unknown
  readonly flags: ImportFlags
  readonly options: Pick<FlagdeckOptions, 'limits' | 'encryptionKey'>
  readonly reporter: ProgressReporter
}

async function importInto(deck: Flagdeck, request: Request): Promise<Imported> {
  const { file, flags } = request
  const target = await findTarget(deck, flags)
  const prepared = await prepare(target, request)
  const { plan } = prepared
  const project = target?.project
  if (flags.dryRun) return planned(project, plan, file)
  const lines = planLines(project, plan, file)
  if (project && plan.changes.length === 0) return imported(project, plan, { applied: true, text: lines })
  if (!flags.yes) {
    process.stderr.write(`${lines}\n\n`)
    if (!(await confirm('Apply this plan?')))
      return imported(project, plan, { applied: false, text: 'Nothing was changed.' })
  }
  const done = { applied: true, text: flags.yes ? `${lines}\n\n${DONE}` : DONE }
  if (!project) return importIntoNew(deck, request, plan, done)
  await prepared.write()
  return imported(project, plan, done)
}

function planned(project: Project | undefined, plan: ImportPlan, file: string): Imported {
  return imported(project, plan, { applied: false, text: planLines(project, plan, file) })
}

function planLines(project: Project | undefined, plan: ImportPlan, file: string): string {
  return `Importing ${file} into ${project ? `${project.name} (${project.id})` : 'a new project'}:\n\n${planText(plan)}`
}

/** Returns the project to import into; undefined if the database is empty and import creates one. */
async function findTarget(deck: Flagdeck, { project }: ImportFlags): Promise<ProjectContext | undefined> {
  const [found, isEmpty] = await deck.context.store.read(async (tx) => [
    await findProject(tx, project),
    !(await tx.organizations.any()),
  ])
  if (found) return (await deck.project(found.id)).context
  if (isEmpty) return undefined
  throw new CommandProblem('There is no project to import into: create one with "flagdeck bootstrap FILE".')
}

/** Checks the import against the project, or against a new one if there is no project yet. */
async function prepare(target: ProjectContext | undefined, request: Request): ReturnType<typeof prepareImport> {
  const check = (context: ProjectContext) => prepareImport(context, request.document, importOptions(request))
  try {
    return await (target ? check(target) : withNewProject(request.options, check))
  } finally {
    // Clears the progress before the plan or the problems are printed.
    request.reporter.end()
  }
}

/**
 * Creates what a first start creates. This includes a user with a key: without a user, no client could manage the
 * project.
 */
async function importIntoNew(deck: Flagdeck, request: Request, plan: ImportPlan, done: Outcome): Promise<Imported> {
  const created = await firstRun(deck.context)
  if (!created) throw new CommandProblem('Another process created a project at the same time: run the import again.')
  const { context } = await deck.project(created.project.id)
  await applyImport(context, request.document, { ...importOptions(request), plan }).catch((error: unknown) => {
    // The key cannot be shown again.
    throw new CommandProblem(
      `Created a project with the personal API key ${created.personalApiKey} (shown only once), but the import into it failed: ${failureSentence(error)}`,
    )
  })
  return imported(created.project, plan, done, created.personalApiKey)
}

function importOptions({ flags: { prune = false }, reporter }: Request): ImportOptions {
  return { prune, onProgress: (progress) => reporter.report({ ...progress, unit: 'entries' }) }
}

const DONE = 'Done. Running servers apply this within five seconds.'

interface Outcome {
  readonly applied: boolean
  readonly text: string
}

function imported(
  project: Project | undefined,
  plan: ImportPlan,
  { applied, text }: Outcome,
  personalApiKey?: string,
): Imported {
  const data: JsonObject = {
    project: project?.name ?? null,
    project_id: project?.id ?? null,
    applied,
    // A plan is plain data.
    ...(plan as unknown as JsonObject),
  }
  if (personalApiKey === undefined) return { output: { data, text }, refused: false }
  const output = {
    data: { ...data, personal_api_key: personalApiKey },
    text: `${text}\n\nPersonal API key   ${personalApiKey}   (shown only once)`,
  }
  return { output, refused: false }
}

function refusal(file: string, problems: readonly ImportProblem[]): CommandOutput {
  const lines = problems.map(({ path, message }) => (path === '' ? `  ${message}` : `  ${path}: ${message}`))
  return {
    data: { applied: false, problems: problems.map((problem) => ({ ...problem })) },
    text: [`Cannot import ${file}; nothing was changed:`, ...lines].join('\n'),
  }
}
