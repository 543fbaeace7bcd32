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
  /** Whether the document was refused. */
  readonly refused: boolean
}

/** `flagdeck import FILE`: shows what would change, asks, and changes it. */
export async function importFrom(file: string, flags: ImportFlags, settings: ChangingSettings): Promise<Imported> {
  const { dryRun = false, yes = false, json = false } = flags
  const document = readJsonFile(file, 'document')
  if (!dryRun && !yes && (json || !process.stdin.isTTY)) {
    throw new CommandProblem('Nobody can be asked here: add --yes to import, or --dry-run to see what would change.', 2)
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

/** An import that is done sooner reports nothing on the way. */
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
    if (!(await confirm('Do that?'))) return imported(project, plan, { applied: false, text: 'Nothing was changed.' })
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

/** The project to import into; undefined on an empty database, where import creates one. */
async function findTarget(deck: Flagdeck, { project }: ImportFlags): Promise<ProjectContext | undefined> {
  const [found, isEmpty] = await deck.context.store.read(async (tx) => [
    await findProject(tx, project),
    !(await tx.organizations.any()),
  ])
  if (found) return (await deck.project(found.id)).context
  if (isEmpty) return undefined
  throw new CommandProblem('There is no project to import into: add one with "flagdeck bootstrap FILE".')
}

/** Checks the import against the project, or against a new one where there is none yet. */
async function prepare(target: ProjectContext | undefined, request: Request): ReturnType<typeof prepareImport> {
  const check = (context: ProjectContext) => prepareImport(context, request.document, importOptions(request))
  try {
    return await (target ? check(target) : withNewProject(request.options, check))
  } finally {
    // The plan, and what is wrong, come next.
    request.reporter.end()
  }
}

/** An empty database gets what a first start makes: a project that nobody could manage would be of no use. */
async function importIntoNew(deck: Flagdeck, request: Request, plan: ImportPlan, done: Outcome): Promise<Imported> {
  const made = await firstRun(deck.context)
  if (!made) throw new CommandProblem('Somebody has made a project meanwhile: import again.')
  const { context } = await deck.project(made.project.id)
  await applyImport(context, request.document, { ...importOptions(request), plan }).catch((error: unknown) => {
    // Its key would never be seen again.
    throw new CommandProblem(
      `A project was made, whose personal API key, shown only now, is ${made.personalApiKey}; importing into it failed: ${failureSentence(error)}`,
    )
  })
  return imported(made.project, plan, done, made.personalApiKey)
}

function importOptions({ flags: { prune = false }, reporter }: Request): ImportOptions {
  return { prune, onProgress: (progress) => reporter.report({ ...progress, unit: 'entries' }) }
}

const DONE = 'Done. Running servers have it within five seconds.'

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
    text: `${text}\n\nPersonal API key   ${personalApiKey}   (shown once)`,
  }
  return { output, refused: false }
}

function refusal(file: string, problems: readonly ImportProblem[]): CommandOutput {
  const lines = problems.map(({ path, message }) => (path === '' ? `  ${message}` : `  ${path}: ${message}`))
  return {
    data: { applied: false, problems: problems.map((problem) => ({ ...problem })) },
    text: [`The document ${file} cannot be imported, and nothing was changed:`, ...lines].join('\n'),
  }
}
