import type { Transaction } from '../../data/store.ts'
import { authorize } from '../../runtime/access/authorize.ts'
import { writeTogether } from '../../runtime/change-project.ts'
import { outcomeViolations } from '../../runtime/claim-growth.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { DeferredGrowth } from '../../runtime/project-totals.ts'
import { withVisiblePayloads } from '../flags/sealed-payloads.ts'
import { deleteSurplusCohorts, importCohorts } from './import-cohorts.ts'
import { deleteSurplusDashboards, importDashboards } from './import-dashboards.ts'
import { importFlags } from './import-flags.ts'
import { changedSincePlanned, type ImportPlan, sameChanges } from './import-plan.ts'
import { importProjectSettings } from './import-project-settings.ts'
import { refuseProblems } from './import-refused.ts'
import { importRoles } from './import-roles.ts'
import { ImportRun } from './import-run.ts'
import { deleteSurplusTemplates, importTemplates } from './import-templates.ts'
import { type ParsedDocument, parseDocument } from './parse-document.ts'
import { loadProject, type ProjectContents } from './project-contents.ts'
import { projectDocument } from './project-document.ts'

/** What an import may do. */
export interface ImportOptions {
  /** Deletes what the project has and the document does not, of the kinds that the document lists. */
  readonly prune?: boolean | undefined
}

/** What an import may do, and what somebody agreed to. */
export interface ApplyImportOptions extends ImportOptions {
  /** What somebody agreed to: when it would do anything else by now, the import is refused. */
  readonly plan?: ImportPlan | undefined
}

/**
 * What importing a document would do. Every rule of every operation is held against it, as if it were imported, and
 * nothing of it is kept.
 * @throws ImportRefused with everything that is wrong with the document
 */
export async function planImport(
  ctx: ProjectContext,
  document: unknown,
  options: ImportOptions = {},
): Promise<ImportPlan> {
  authorize(ctx.actor, 'feature_flag:write')
  const wanted = parseDocument(document)
  try {
    return await writeTogether(ctx, async (inside, tx) => {
      throw new NotKept(await importInto(inside, tx, () => wanted, options))
    })
  } catch (error) {
    if (error instanceof NotKept) return error.plan
    throw error
  }
}

/**
 * Makes a project what a document says: all of it or, when anything in it is refused, nothing. What is as the document
 * says is not touched, so that doing it twice does nothing the second time.
 * @throws ImportRefused with everything that is wrong with the document
 */
export async function applyImport(
  ctx: ProjectContext,
  document: unknown,
  options: ApplyImportOptions = {},
): Promise<ImportPlan> {
  authorize(ctx.actor, 'feature_flag:write')
  const wanted = parseDocument(document)
  return writeTogether(ctx, async (inside, tx) => {
    const plan = await importInto(inside, tx, () => wanted, options)
    if (options.plan && !sameChanges(options.plan.changes, plan.changes)) throw changedSincePlanned('import')
    return plan
  })
}

/** Imports within a write that is open; `wantedOf` may look at what there is. */
export async function importInto(
  ctx: ProjectContext,
  tx: Transaction,
  wantedOf: (contents: ProjectContents) => ParsedDocument,
  { prune = false }: ImportOptions = {},
): Promise<ImportPlan> {
  // Locked, so that nobody changes what is compared with the document.
  await tx.projects.lock(ctx.project.id)
  const contents = await loadProject(tx, ctx)
  const flags = await Promise.all(contents.flags.map((flag) => withVisiblePayloads(ctx, flag)))
  const growth = new DeferredGrowth()
  const run = new ImportRun({
    ctx: { ...ctx, deferredGrowth: growth },
    tx,
    contents,
    current: await projectDocument({ ...contents, flags }),
    wanted: wantedOf(contents),
    prune,
  })
  await importProjectSettings(run)
  const roles = await importRoles(run)
  await importCohorts(run)
  await importDashboards(run)
  await importTemplates(run)
  await importFlags(run, roles)
  await deleteSurplusCohorts(run)
  await deleteSurplusDashboards(run)
  await deleteSurplusTemplates(run)
  refuseProblems(run.problems)
  // Deletions come last, so the bounds of the project hold for the outcome (FLAG-128).
  refuseProblems((await outcomeViolations(tx, ctx, growth)).map(({ detail }) => ({ path: '', message: detail })))
  return run.plan()
}

/** Takes back what a plan did to find out what it would do. */
class NotKept extends Error {
  readonly plan: ImportPlan

  constructor(plan: ImportPlan) {
    super('only planned')
    this.plan = plan
  }
}
