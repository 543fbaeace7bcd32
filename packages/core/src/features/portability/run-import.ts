import { mapYielding } from '../../foundation/time/yield.ts'
import { outcomeViolations } from '../../runtime/claim-growth.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { storeWithin } from '../../runtime/within-write.ts'
import { withVisiblePayloads } from '../flags/sealed-payloads.ts'
import { FlagsToCome, withBatchLookups } from './batch-lookups.ts'
import { deleteSurplusCohorts, importCohorts } from './import-cohorts.ts'
import { deleteSurplusDashboards, importDashboards } from './import-dashboards.ts'
import { importFlags } from './import-flags.ts'
import type { ImportPlan } from './import-plan.ts'
import { importProjectSettings } from './import-project-settings.ts'
import { importRoles } from './import-roles.ts'
import { ImportRun, type ImportSource, type ImportTarget } from './import-run.ts'
import { deleteSurplusTemplates, importTemplates } from './import-templates.ts'
import { type ParsedDocument, refuseDocument } from './parse-document.ts'
import type { ProjectContents } from './project-contents.ts'
import { withProjectCopy } from './project-copy.ts'
import { projectDocument } from './project-document.ts'

/** The progress of an import. */
export interface ImportProgress {
  readonly step: 'checking' | 'writing'
  readonly done: number
  /** The approximate total. */
  readonly total: number
}

/** The options of an import. */
export interface ImportOptions {
  /** Whether to delete records that the project has and the document does not, in the sections of the document. */
  readonly prune?: boolean | undefined
  /** Called very often. */
  readonly onProgress?: ((progress: ImportProgress) => void) | undefined
}

/** An import that ran on a copy of the project. */
export interface CheckedImport {
  readonly source: ImportSource
  readonly plan: ImportPlan
}

/** Runs an import on a copy of the project, which is dropped. `wantedOf` may depend on the contents of the project. */
export async function checkImport(
  ctx: ProjectContext,
  wantedOf: (contents: ProjectContents) => ParsedDocument,
  options: ImportOptions,
): Promise<CheckedImport> {
  return tryImport(ctx, wantedOf, options, async (_, checked) => checked)
}

/** Like {@link checkImport}, with the result that `look` reads from the copy after the import. */
export async function tryImport<T>(
  ctx: ProjectContext,
  wantedOf: (contents: ProjectContents) => ParsedDocument,
  options: ImportOptions,
  look: (target: ImportTarget, checked: CheckedImport) => Promise<T>,
): Promise<T> {
  return withProjectCopy(ctx, async (copied, { contents, tx: copy }) => {
    const source = await sourceOf(ctx, contents, wantedOf, options)
    const tx = withBatchLookups(copy, ctx.project.id, flagsToCome(source, true))
    const onEntry = progressOf('checking', entryCount(source.wanted), options.onProgress)
    const target = { ctx: { ...copied, store: storeWithin(copied.store, tx) }, tx, onEntry }
    const run: ImportRun = new ImportRun(source, {
      ...target,
      async beforeEntry() {
        source.exceedsBounds ||= (await outcomeViolations(tx, run.ctx, run.growth)).length > 0
      },
    })
    await runSections(run)
    return look(target, { source, plan: run.plan() })
  })
}

/** Returns the contents of a project together with a document. */
export async function sourceOf(
  ctx: ProjectContext,
  contents: ProjectContents,
  wantedOf: (contents: ProjectContents) => ParsedDocument,
  { prune = false }: ImportOptions,
): Promise<ImportSource> {
  const flags = await Promise.all(await mapYielding(contents.flags, (flag) => withVisiblePayloads(ctx, flag)))
  const wanted = wantedOf(contents)
  return {
    contents,
    current: await projectDocument({ ...contents, flags }),
    wanted,
    // Problems of the structure hide entries, whose records must not be deleted.
    prune: prune && wanted.problems.count === 0,
  }
}

/** Runs an import, and returns its changes. */
export async function runImport(source: ImportSource, target: ImportTarget): Promise<ImportPlan> {
  const run = new ImportRun(source, target)
  await runSections(run)
  return run.plan()
}

/** Runs all sections of an import in the order of their dependencies. */
export async function runSections(run: ImportRun): Promise<void> {
  await importProjectSettings(run)
  const roles = await importRoles(run)
  await importCohorts(run)
  await importDashboards(run)
  await importTemplates(run)
  await importFlags(run, roles)
  await deleteSurplusCohorts(run)
  await deleteSurplusDashboards(run)
  await deleteSurplusTemplates(run)
  // Deletions come last, so the limits of the project apply to the outcome (FLAG-128).
  for (const { detail } of await outcomeViolations(run.tx, run.ctx, run.growth)) run.problem('', detail)
  refuseDocument(run.wanted, run.problems)
}

/** Returns the flags that an import creates. After the check, they are in the order of their creation. */
export function flagsToCome({ flagOrder, contents, wanted }: ImportSource, loadsAll = false): FlagsToCome {
  if (flagOrder) {
    const keys = flagOrder.ordered.flatMap(({ found, flagKey }) => (found ? [] : flagKey))
    return new FlagsToCome(keys, loadsAll)
  }
  const known = new Set(contents.flags.map(({ key }) => key))
  const keys = (wanted.sections.flags ?? []).map(({ fields }) => String(fields.key))
  const missing = keys.filter((key) => !known.has(key))
  return new FlagsToCome(missing, loadsAll)
}

export function entryCount({ sections }: ParsedDocument): number {
  return Object.values(sections).reduce((sum, entries) => sum + (entries?.length ?? 0), 0)
}

/**
 * Returns a progress callback. Most entries are compared before they are written, so an import processes each about
 * twice.
 */
export function progressOf(step: ImportProgress['step'], total: number, onProgress: ImportOptions['onProgress']) {
  return (done: number) => onProgress?.({ step, done: Math.min(total, Math.floor(done / 2)), total })
}
