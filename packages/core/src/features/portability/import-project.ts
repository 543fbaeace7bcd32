import type { DashboardTemplate } from '../../data/records/dashboard-template.ts'
import type { ReadTransaction, Transaction } from '../../data/store.ts'
import { DomainError } from '../../foundation/errors/domain-error.ts'
import { authorize } from '../../runtime/access/authorize.ts'
import { authorizeMember } from '../../runtime/access/project-access.ts'
import { claimParts, findEarlierResult, storeResult, writeTogether } from '../../runtime/change-project.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { refuseIfNotPermitted } from '../../runtime/idempotency/idempotent-request.ts'
import type { PartClaim } from '../../runtime/idempotency/part-claim.ts'
import { storeWithin } from '../../runtime/within-write.ts'
import { ProjectMoved, StoppedHalfway, writeInParts } from '../../runtime/write-in-parts.ts'
import { templatesInParts } from '../dashboards/templates/templates-in-parts.ts'
import { withBatchLookups } from './batch-lookups.ts'
import { changedSincePlanned, type ImportChange, type ImportPlan, sameChanges } from './import-plan.ts'
import { ImportRun, type ImportSource, type ImportTarget } from './import-run.ts'
import { type ParsedDocument, parseDocument } from './parse-document.ts'
import { everyPage, listedDashboards, loadProject, type ProjectContents } from './project-contents.ts'
import {
  type CheckedImport,
  checkImport,
  entryCount,
  flagsToCome,
  type ImportOptions,
  progressOf,
  runImport,
  runSections,
  sourceOf,
} from './run-import.ts'
import { withCopyRoom } from './with-copy-room.ts'

/** The options of a written import. */
export interface ApplyImportOptions extends ImportOptions {
  /** The plan that a user confirmed. The import is refused if it would make other changes by now. */
  readonly plan?: ImportPlan | undefined
}

/** The maximum number of changes in one transaction; more changes are written in parts (PORT-20). */
const MOST_AT_ONCE = 500
/** The maximum number of attempts of an import, if the project changes after the check. */
const ATTEMPTS = 3

/**
 * Returns what importing a document would do. All rules of all operations are applied to a copy of the project in
 * memory, so no other request waits for it (DRY-3).
 * @throws ImportRefused with all problems of the document
 */
export async function planImport(
  ctx: ProjectContext,
  document: unknown,
  options: ImportOptions = {},
): Promise<ImportPlan> {
  return (await prepareImport(ctx, document, options)).plan
}

/**
 * Gives a project the contents of a document. Everything is checked first, and nothing is written if anything is
 * refused. Up to 500 changes are one transaction. More are written in parts, between which other requests can write
 * (PORT-20). Records that match the document are not changed, so a second import does nothing.
 * @throws ImportRefused with all problems of the document
 */
export async function applyImport(
  ctx: ProjectContext,
  document: unknown,
  options: ApplyImportOptions = {},
): Promise<ImportPlan> {
  authorize(ctx.actor, 'feature_flag:write')
  const earlier = await findEarlierResult<StoredImport>(ctx, (tx) => authorizeMember(tx, ctx))
  if (earlier) {
    return withCopyRoom(ctx, (held) => finishImport(held, earlier.result, () => parseDocument(document), options))
  }
  const wanted = parseDocument(document)
  return withCopyRoom(ctx, async (held) => {
    const { write, plan } = await prepareWanted(held, wanted, options, { isAgreed: options.plan !== undefined })
    if (options.plan && !sameChanges(options.plan.changes, plan.changes)) throw changedSincePlanned('import')
    return write(held)
  })
}

/**
 * Checks an import, for callers that show the plan before they write.
 * @returns the plan, and a function that writes it; it refuses if the project has changed so that the import would make
 * other changes
 * @throws ImportRefused with all problems of the document
 */
export async function prepareImport(
  ctx: ProjectContext,
  document: unknown,
  options: ImportOptions = {},
): Promise<{ readonly plan: ImportPlan; readonly write: () => Promise<ImportPlan> }> {
  authorize(ctx.actor, 'feature_flag:write')
  const wanted = parseDocument(document)
  const { plan, write } = await withCopyRoom(ctx, (held) => prepareWanted(held, wanted, options, { isAgreed: true }))
  return { plan, write: () => withCopyRoom(ctx, (held) => write(held)) }
}

interface PreparedImport {
  readonly plan: ImportPlan
  /** Takes the context that has a reservation for the copy. */
  readonly write: (ctx: ProjectContext) => Promise<ImportPlan>
}

interface Agreement {
  /** Whether the caller has seen the plan. Otherwise another plan is written if the project has changed (PORT-26). */
  readonly isAgreed: boolean
}

async function prepareWanted(
  ctx: ProjectContext,
  wanted: ParsedDocument,
  options: ImportOptions,
  agreement: Agreement,
): Promise<PreparedImport> {
  const first = await checkImport(ctx, () => wanted, options)
  const write = async (held: ProjectContext) =>
    finishImport(held, await writeChecked(held, first, wanted, options, agreement), () => wanted, options, first)
  return { plan: first.plan, write }
}

/**
 * The stored result of an import that is written in parts under an idempotency key. It is stored before the first part,
 * because no part contains all changes.
 */
interface StartedImport {
  readonly inParts: ImportPlan
}

type StoredImport = ImportPlan | StartedImport

/**
 * Writes the rest of an import that is written in parts under an idempotency key (IDEM-16). A repetition of a finished
 * import only checks the permissions again (IDEM-13).
 *
 * @param first the check of a request that is no repetition
 */
async function finishImport(
  ctx: ProjectContext,
  stored: StoredImport,
  wantedOf: () => ParsedDocument,
  options: ImportOptions,
  first?: CheckedImport,
): Promise<ImportPlan> {
  const plan = 'inParts' in stored ? stored.inParts : stored
  const claim = plan === stored ? undefined : await claimParts(ctx)
  if (!claim) {
    if (!first) await refuseIfNotPermitted(() => checkImport(ctx, wantedOf, options))
    return plan
  }
  try {
    await writeRest(ctx, claim, plan, wantedOf(), options, first)
  } catch (error) {
    // A crash has the same effect as a failure of this write: the claim expires.
    await claim.giveBack(ctx.store).catch(() => undefined)
    throw error
  }
  return plan
}

async function writeRest(
  ctx: ProjectContext,
  claim: PartClaim,
  { changes }: ImportPlan,
  wanted: ParsedDocument,
  options: ImportOptions,
  first: CheckedImport | undefined,
): Promise<void> {
  const planned = new Set(changes.map(nameOfChange))
  let checked = first
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const current = checked ?? (await checkImport(ctx, () => wanted, options))
    // The response lists the changes of the first attempt.
    if (!current.plan.changes.every((change) => planned.has(nameOfChange(change)))) throw changedSincePlanned('import')
    if (await unlessMoved(() => writeParts(ctx, current, options, claim))) return
    checked = undefined
  }
  throw new ProjectMoved()
}

function nameOfChange({ kind, name }: ImportChange): string {
  return JSON.stringify([kind, name])
}

/**
 * Imports a small document in one transaction, and reads the result in the same transaction. `wantedOf` may depend on
 * the contents of the project.
 */
export async function importAndLook<T>(
  ctx: ProjectContext,
  wantedOf: (contents: ProjectContents) => ParsedDocument,
  look: (target: ImportTarget, written: ImportPlan) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const { source } = await checkImport(ctx, wantedOf, {})
    const written = await unlessMoved(() => writeAtOnce(ctx, asChecked(ctx, source), {}, look))
    if (written) return written.result
  }
  return writeAtOnce(ctx, whileLocked(ctx, wantedOf, {}), {}, look)
}

/**
 * Writes a checked import. If the project has changed since, the import is checked again. An agreed plan must then be
 * the same.
 */
async function writeChecked(
  ctx: ProjectContext,
  first: CheckedImport,
  wanted: ParsedDocument,
  options: ImportOptions,
  { isAgreed }: Agreement,
): Promise<StoredImport> {
  const refuseUnlessSame = ({ changes }: ImportPlan): void => {
    if (isAgreed && !sameChanges(changes, first.plan.changes)) throw changedSincePlanned('import')
  }
  let checked = first
  for (let attempt = 1; attempt < ATTEMPTS; attempt++) {
    const written = await unlessMoved(() => writeImport(ctx, checked, options))
    if (written) return written.result
    checked = await checkImport(ctx, () => wanted, options)
    refuseUnlessSame(checked.plan)
  }
  if (isLarge(checked)) return writeImport(ctx, checked, options)
  const source = whileLocked(ctx, () => wanted, options)
  return writeAtOnce<StoredImport>(ctx, source, options, async (_, written) => {
    refuseUnlessSame(written)
    return written
  })
}

/** Returns undefined if the project has changed since the check; nothing is written in that case. */
async function unlessMoved<T>(write: () => Promise<T>): Promise<{ readonly result: T } | undefined> {
  try {
    return { result: await write() }
  } catch (error) {
    if (error instanceof ProjectMoved) return undefined
    throw error
  }
}

/** @throws ProjectMoved if the project has changed since the check; nothing is written in that case */
function writeImport(ctx: ProjectContext, checked: CheckedImport, options: ImportOptions): Promise<StoredImport> {
  const { source, plan } = checked
  if (!isLarge(checked)) {
    return writeAtOnce<StoredImport>(ctx, asChecked(ctx, source), options, async (_, written) => written)
  }
  return ctx.idempotency ? storeResult<StoredImport>(ctx, { inParts: plan }) : writeParts(ctx, checked, options)
}

function isLarge({ plan }: CheckedImport): boolean {
  return plan.changes.length > MOST_AT_ONCE
}

/** Returns the source of an import in one transaction, after the project is locked. */
type SourceInWrite = (tx: Transaction) => Promise<ImportSource>

/** Returns the checked source, if the project has not changed. */
function asChecked({ project }: ProjectContext, source: ImportSource): SourceInWrite {
  return async (tx) => {
    const stored = await tx.projects.find(project.id)
    if (stored?.version !== source.contents.project.version) throw new ProjectMoved()
    await refuseIfMoved(tx, source.contents)
    return source
  }
}

/**
 * Reads the current project while it is locked. This is for projects that other requests change all the time: they wait
 * until the import is written (PORT-23).
 */
function whileLocked(
  ctx: ProjectContext,
  wantedOf: (contents: ProjectContents) => ParsedDocument,
  options: ImportOptions,
): SourceInWrite {
  return async (tx) => sourceOf(ctx, await loadProject(tx, ctx), wantedOf, options)
}

/** Writes the import in one transaction. */
function writeAtOnce<T>(
  ctx: ProjectContext,
  sourceInWrite: SourceInWrite,
  options: ImportOptions,
  look: (target: ImportTarget, written: ImportPlan) => Promise<T>,
): Promise<T> {
  return writeTogether(ctx, async (inside, base) => {
    await base.projects.lock(ctx.project.id)
    const source = await sourceInWrite(base)
    const tx = withBatchLookups(base, ctx.project.id, flagsToCome(source))
    const onEntry = progressOf('writing', entryCount(source.wanted), options.onProgress)
    const target = { ctx: { ...inside, store: storeWithin(inside.store, tx) }, tx, onEntry }
    return look(target, await runImport(source, target))
  })
}

async function writeParts(
  ctx: ProjectContext,
  { source, plan }: CheckedImport,
  { onProgress }: ImportOptions,
  claim?: PartClaim,
): Promise<ImportPlan> {
  const { contents, wanted } = source
  // The import may stop after each part, and must not leave the project above its limits (FLAG-128).
  const isOnePart = source.exceedsBounds === true
  const begin = claim && ((tx: Transaction) => claim.renew(tx))
  const toCome = flagsToCome(source)
  const within = (tx: Transaction) => withBatchLookups(tx, ctx.project.id, toCome)
  let run: ImportRun | undefined
  let written = 0
  try {
    await writeInParts(ctx, { version: contents.project.version, begin, within, large: isOnePart }, async (parts) => {
      await refuseIfMoved(parts.tx, contents)
      run = new ImportRun(source, {
        ctx: parts.ctx,
        tx: parts.tx,
        onEntry: progressOf('writing', entryCount(wanted), onProgress),
        async beforeEntry() {
          if (isOnePart || !parts.isPartOver()) return
          await parts.nextPart(() => {
            written = run?.changeCount ?? 0
          })
        },
      })
      await runSections(run)
      await claim?.finish(parts.tx)
    })
  } catch (error) {
    throw error instanceof StoppedHalfway ? stoppedHalfway(written, plan, error.cause) : error
  }
  return plan
}

/** Checks records that the version of a project does not cover: dashboards, templates and roles. */
async function refuseIfMoved(
  tx: ReadTransaction,
  { project, flags, dashboards, templates, roles }: ProjectContents,
): Promise<void> {
  const { id, organizationId } = project
  const versions = new Map<number, number>()
  for await (const dashboard of listedDashboards(tx, id, flags)) versions.set(dashboard.id, dashboard.version)
  const isMoved =
    versions.size !== dashboards.length ||
    dashboards.some(({ item }) => versions.get(item.id) !== item.version) ||
    !(await areStored(tx, id, templates)) ||
    JSON.stringify(await everyPage((page) => tx.roles.list(organizationId, page))) !== JSON.stringify(roles)
  if (isMoved) throw new ProjectMoved()
}

/** Whether these are the templates of the project, in their order. Templates have no version. */
async function areStored(
  tx: ReadTransaction,
  projectId: number,
  templates: readonly DashboardTemplate[],
): Promise<boolean> {
  let place = 0
  for await (const part of templatesInParts(tx, projectId)) {
    for (const stored of part) if (JSON.stringify(stored) !== JSON.stringify(templates[place++])) return false
  }
  return place === templates.length
}

function stoppedHalfway(written: number, { changes }: ImportPlan, cause: unknown): DomainError {
  const [done, all] = [written, changes.length].map((count) => count.toLocaleString('en-US'))
  const reason = cause instanceof Error ? cause.message : String(cause)
  const detail = `The import stopped after ${done} of ${all} changes, which were saved: ${reason} Import the file again to continue.`
  return new DomainError('conflict', detail, null, { cause })
}
