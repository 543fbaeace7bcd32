import * as z from 'zod'
import type { Cohort } from '../../data/records/cohort.ts'
import type { Flag } from '../../data/records/flag.ts'
import { FLAG_FIELDS } from '../../data/records/flag-fields.ts'
import { addTotals, cohortGrowth, flagGrowth, type LiveTotals } from '../../data/records/live-totals.ts'
import type { ReadTransaction } from '../../data/store.ts'
import { nestedCohortIds } from '../../evaluation/definition/cohort-criteria.ts'
import { referencedCohortIds, referencedFlagIds } from '../../evaluation/definition/flag-references.ts'
import { DomainError } from '../../foundation/errors/domain-error.ts'
import { reachable } from '../../foundation/graph/directed-graph.ts'
import { allInOrder } from '../../foundation/lists/all-in-order.ts'
import { mapYielding, yieldToOthers } from '../../foundation/time/yield.ts'
import { idField } from '../../foundation/validation/bounded-fields.ts'
import { parseInput } from '../../foundation/validation/parse-input.ts'
import { refusal } from '../../foundation/validation/refuse.ts'
import { rule } from '../../foundation/validation/violations-of.ts'
import { authorize } from '../../runtime/access/authorize.ts'
import type { OrganizationContext, ProjectContext } from '../../runtime/context.ts'
import { isWithinWrite, refuseWithinWrite } from '../../runtime/within-write.ts'
import { describeFlag, type FlagDetails } from '../flags/flag-details.ts'
import { withVisiblePayloads } from '../flags/sealed-payloads.ts'
import { openProject } from '../identity/open-project.ts'
import {
  CopyOutdated,
  type CopyVersions,
  copyVersionsSchema,
  refuseIfOutdated,
  versionsExpectedIn,
} from './copy-versions.ts'
import { EXPORT_VERSION } from './export-document.ts'
import { changedSincePlanned, type ImportChange, type ImportPlan, sameChanges } from './import-plan.ts'
import { importAndLook } from './import-project.ts'
import { ImportRefused } from './import-refused.ts'
import type { ImportTarget } from './import-run.ts'
import { nameKey } from './name-reference.ts'
import { namedFilters } from './named-filters.ts'
import { groupTypeNames, KnownNames } from './names.ts'
import { type ParsedDocument, parseDocument } from './parse-document.ts'
import type { ProjectContents } from './project-contents.ts'
import { cohortEntry } from './project-document.ts'
import { documentValues } from './record-documents.ts'
import { tryImport } from './run-import.ts'
import { withCopyRoom } from './with-copy-room.ts'

/** The maximum number of projects to which a request copies a flag. */
const MAX_TARGETS = 50

/** The maximum number of flags that a copied flag may depend on, if these are copied too. */
const MAX_DEPENDENCIES = 50

/** What a client may send to copy a flag. */
export const copyFlagSchema = z.object({
  featureFlagKey: z.string().optional(),
  fromProject: idField().optional(),
  targetProjectIds: z.array(idField()).max(MAX_TARGETS).optional(),
  disableCopiedFlag: z
    .boolean()
    .optional()
    .describe('Whether the copies are turned off. Otherwise a flag that exists already stays on or off as it is.'),
  copyDependencies: z
    .boolean()
    .optional()
    .describe('Whether flags that this flag depends on are copied to projects that do not have them.'),
  copySchedule: z
    .boolean()
    .refine(
      (wanted) => !wanted,
      rule('invalid_input', 'Scheduled changes do not exist here, so they cannot be copied. Send false.'),
    )
    .optional()
    .describe('For clients that send it: false.'),
  expectedVersions: z
    .array(copyVersionsSchema)
    .max(MAX_TARGETS)
    .optional()
    .describe('For each project, the versions that a dry run reported. If one has changed, nothing is copied to it.'),
  dryRun: z.boolean().optional().describe('Reports what the copy would change, and writes nothing.'),
})

export type CopyFlagInput = Readonly<z.input<typeof copyFlagSchema>>

export interface CopyFlagOptions {
  /**
   * The changes that a dry run reported and the user confirmed. If the copy to a project would change anything else, it
   * is refused.
   */
  readonly confirmed?: CopiedFlags['changes'] | undefined
}

/** The result of a copy, for each project. */
export interface CopiedFlags {
  /** The flag in each project to which it was copied. */
  readonly success: readonly FlagDetails[]
  /** What the copy changed in each of these projects, in the same order. */
  readonly changes: readonly (CopyVersions & {
    /** Empty if the flag was already equal. */
    readonly changes: readonly ImportChange[]
    /** Keys of the flags that were created because the flag depends on them, dependencies first. */
    readonly copiedDependencyKeys: readonly string[]
  })[]
  readonly failed: readonly { readonly projectId: number; readonly message: string }[]
}

/**
 * Copies a flag to other projects of the organization. Each copy is complete or absent (FLAG-110). A flag with the same
 * key becomes equal, except that it stays on or off (FLAG-111). Cohorts, flags and group types are matched by their
 * names.
 */
export async function copyFlag(
  ctx: OrganizationContext,
  input: CopyFlagInput,
  { confirmed }: CopyFlagOptions = {},
): Promise<CopiedFlags> {
  authorize(ctx.actor, 'feature_flag:write')
  const { from, featureFlagKey, targetProjectIds, ...options } = await openSource(ctx, input)
  const { disableCopiedFlag: disable = false, copyDependencies = false, dryRun: isDryRun = false } = options
  const { expectedVersions } = options
  const size = await sourceSize(from, featureFlagKey, copyDependencies)
  const success: FlagDetails[] = []
  const changes: CopiedFlags['changes'][number][] = []
  const failed: CopiedFlags['failed'][number][] = []
  for (const projectId of new Set(targetProjectIds)) {
    try {
      const versions = versionsExpectedIn(projectId, expectedVersions)
      const target = await projectOf(ctx, projectId)
      const expected = confirmed && (confirmed.find((each) => each.projectId === projectId)?.changes ?? [])
      const copyWithin = async (held: ProjectContext) => {
        const copy = { ...(await sourceOf(from, featureFlagKey, copyDependencies)), disable, expected, versions }
        return (isDryRun ? tryToCopy : copyInto)(held, copy)
      }
      const copied = await withCopyRoom(target, copyWithin, size)
      success.push(copied.flag)
      changes.push({ projectId, ...copied.done })
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      // After the first project was written, the response reports the written projects instead of this error.
      if (error instanceof CopyOutdated && success.length === 0) throw error
      failed.push({ projectId, message: messageOf(error) })
    }
  }
  return { success, changes, failed }
}

/** Validates the input, and opens the project of the flag. */
async function openSource(ctx: OrganizationContext, input: CopyFlagInput) {
  const { featureFlagKey, fromProject, targetProjectIds = [], ...options } = parseInput(copyFlagSchema, input)
  if (!featureFlagKey || !fromProject || targetProjectIds.length === 0) throw refusal('Missing required fields')
  return { from: await projectOf(ctx, fromProject), featureFlagKey, targetProjectIds, ...options }
}

/** Opens a project of the organization that the caller has access to. */
async function projectOf(ctx: OrganizationContext, projectId: number): Promise<ProjectContext> {
  const opened = await openProject(ctx, projectId)
  if (opened.project.organizationId === ctx.organization.id) return opened
  throw refusal('The project does not belong to this organization.')
}

/**
 * Returns the memory that the flag, and the records that are copied with it, take during the copy. Only one copy is in
 * memory at a time (DRY-8).
 */
async function sourceSize(ctx: ProjectContext, key: string, copyDependencies: boolean): Promise<LiveTotals> {
  const measure = () =>
    ctx.store.read(async (tx) => {
      const root = await requireLiveFlag(tx, ctx, key)
      let size = flagGrowth(undefined, root)
      const cohortIds = [...cohortIdsOf([root])]
      if (copyDependencies) {
        for await (const flag of reachedFlags(tx, ctx, root)) {
          size = addTotals(size, flagGrowth(undefined, flag))
          cohortIds.push(...cohortIdsOf([flag]))
        }
      }
      for await (const cohort of reachedCohorts(tx, ctx, cohortIds)) {
        size = addTotals(size, cohortGrowth(undefined, cohort))
      }
      return size
    })
  if (isWithinWrite(ctx)) return measure()
  const project = { flags: 1, cohorts: 1, bytes: 2 * ctx.limits.maxFiltersBytes }
  return ctx.copies.run({ project, contents: { rows: 0, bytes: 0 } }, measure)
}

async function requireLiveFlag(tx: ReadTransaction, { project }: ProjectContext, key: string): Promise<Flag> {
  const flag = await tx.flags.findLiveByKey(project.id, key)
  if (!flag) throw refusal('Feature flag to copy does not exist.')
  return flag
}

/** Yields the live cohorts with these ids, and those that they contain, each once. */
async function* reachedCohorts(
  tx: ReadTransaction,
  { project }: ProjectContext,
  ids: readonly number[],
): AsyncGenerator<Cohort> {
  const open = [...ids]
  const seen = new Set<number>()
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (seen.has(id)) continue
    seen.add(id)
    const cohort = await tx.cohorts.find(project.id, id)
    if (!cohort || cohort.deleted) continue
    yield cohort
    open.push(...nestedCohortIds(cohort.properties))
    await yieldToOthers()
  }
}

/**
 * Returns the keys of the live flags that the flag depends on, directly or indirectly.
 * @throws DomainError like {@link copyFlag}, also for more than 50
 */
export async function dependencyKeys(ctx: OrganizationContext, input: CopyFlagInput): Promise<readonly string[]> {
  authorize(ctx.actor, 'feature_flag:write')
  const { from, featureFlagKey } = await openSource(ctx, input)
  return from.store.read(async (tx) => {
    const keys: string[] = []
    for await (const flag of reachedFlags(tx, from, await requireLiveFlag(tx, from, featureFlagKey)))
      keys.push(flag.key)
    return keys
  })
}

/** Yields the live flags that a flag depends on, directly or indirectly, each once. */
async function* reachedFlags(tx: ReadTransaction, { project }: ProjectContext, root: Flag): AsyncGenerator<Flag> {
  const open = [...referencedFlagIds(root.filters)]
  const seen = new Set([root.id])
  let found = 0
  for (let id = open.shift(); id !== undefined; id = open.shift()) {
    if (seen.has(id)) continue
    seen.add(id)
    const flag = await tx.flags.find(project.id, id)
    if (!flag || flag.deleted) continue
    if (++found > MAX_DEPENDENCIES) {
      throw refusal(`The flag depends on more than ${MAX_DEPENDENCIES} flags. Copy some of them first.`)
    }
    yield flag
    open.push(...referencedFlagIds(flag.filters))
    await yieldToOthers()
  }
}

/** A flag as in a document, with the cohorts that it depends on. */
type Source = Awaited<ReturnType<typeof sourceOf>>

async function sourceOf(ctx: ProjectContext, key: string, copyDependencies: boolean) {
  return ctx.store.read(async (tx) => {
    const root = await requireLiveFlag(tx, ctx, key)
    const dependencies = copyDependencies ? await collected(reachedFlags(tx, ctx, root)) : []
    const flags = [root, ...dependencies]
    const cohorts = await collected(reachedCohorts(tx, ctx, cohortIdsOf(flags)))
    const byId = new Map(cohorts.map((cohort) => [cohort.id, cohort]))
    const nested = (id: number) => nestedCohortIds(byId.get(id)?.properties)
    const names = {
      flags: new KnownNames(
        await keysOf(
          tx,
          ctx,
          flags.flatMap(({ filters }) => referencedFlagIds(filters)),
        ),
      ),
      cohorts: new KnownNames(cohorts.map(({ id, name }) => [id, nameKey(name)])),
      dashboards: new KnownNames<string>(),
      groupTypes: groupTypeNames(ctx.project.groupTypes),
    }
    const entryOf = async (stored: Flag) => {
      const flag = await withVisiblePayloads(ctx, stored)
      const { analytics_dashboards: _, usage_dashboard: __, ...fields } = documentValues(FLAG_FIELDS, flag)
      const direct = referencedCohortIds(flag.filters)
      const needed = new Set([...direct, ...reachable(nested, direct)])
      return {
        key: flag.key,
        version: flag.version,
        entry: { ...fields, filters: namedFilters(flag.filters, names) },
        cohorts: await mapYielding(
          cohorts.filter(({ id }) => needed.has(id)).sort((a, b) => a.id - b.id),
          (item) => cohortEntry({ item, name: item.name, number: 1, key: nameKey(item.name) }, names),
          1,
        ),
      }
    }
    return { ...(await entryOf(root)), dependencies: await allInOrder(dependencies.map(entryOf)) }
  })
}

function cohortIdsOf(flags: readonly Pick<Flag, 'filters'>[]): readonly number[] {
  return flags.flatMap(({ filters }) => referencedCohortIds(filters))
}

async function collected<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = []
  for await (const item of items) list.push(item)
  return list
}

async function keysOf(tx: ReadTransaction, { project }: ProjectContext, ids: readonly number[]) {
  const flags = await Promise.all(ids.map((id) => tx.flags.find(project.id, id)))
  return flags.flatMap((flag) => (flag && !flag.deleted ? [[flag.id, flag.key] as const] : []))
}

/** A flag to copy, with the options. */
interface Copy extends Source {
  readonly disable: boolean
  /** The only changes that the copy may make; undefined for any. */
  readonly expected: readonly ImportChange[] | undefined
  /** The only versions from which the copy may be made; undefined for any. */
  readonly versions: CopyVersions | undefined
}

interface CopiedFlag {
  readonly flag: FlagDetails
  readonly done: Omit<CopiedFlags['changes'][number], 'projectId'>
}

/** Imports a document of the flag and of the cohorts that the project does not have. */
function copyInto(ctx: ProjectContext, copy: Copy): Promise<CopiedFlag> {
  const { wantedOf, look } = importOf(copy)
  return importAndLook(ctx, wantedOf, look)
}

/** Returns the result of {@link copyInto} without writing anything. No other request waits for it (DRY-3). */
function tryToCopy(ctx: ProjectContext, copy: Copy): Promise<CopiedFlag> {
  refuseWithinWrite(ctx)
  const { wantedOf, look } = importOf(copy)
  return tryImport(ctx, wantedOf, {}, (target, { plan }) => look(target, plan))
}

function importOf(copy: Copy) {
  let targetVersion: number | null = null
  return {
    wantedOf(contents: ProjectContents): ParsedDocument {
      targetVersion = contents.flags.find(({ key }) => key === copy.key)?.version ?? null
      return documentOf(copy, contents)
    },
    // The contents are those of the last call of wantedOf(): if they have changed, the import is repeated.
    look: (target: ImportTarget, plan: ImportPlan) => copiedFlag(target, plan, copy, targetVersion),
  }
}

function documentOf({ key, entry, cohorts, dependencies, disable }: Copy, contents: ProjectContents): ParsedDocument {
  const { names, flags } = contents
  const keys = new Set(flags.map((flag) => flag.key))
  const added = dependencies.filter((each) => !keys.has(each.key))
  const needed = new Map(
    [...cohorts, ...added.flatMap((each) => each.cohorts)].map((each) => [nameKey(each.name), each]),
  )
  const missing = [...needed].flatMap(([name, cohort]) => (names.cohorts.idOf(name) === undefined ? [cohort] : []))
  const copied = { ...(keys.has(key) ? withoutSwitches(entry) : entry), ...(disable ? { active: false } : {}) }
  const entries = [...added.map((each) => each.entry), copied]
  return { ...parseDocument({ flagdeck_export: EXPORT_VERSION, flags: entries, cohorts: missing }), unknownName }
}

function unknownName(section: string, what: string): string {
  const missing = `depends on ${what}, which the project does not have.`
  if (section !== 'flags') return missing
  const options = 'set copy_dependencies to true (embedded: dependencies, in the command: --dependencies)'
  return `${missing} To copy it as well, ${options}.`
}

async function copiedFlag(
  { ctx, tx }: ImportTarget,
  { changes }: ImportPlan,
  { key, expected, version: sourceVersion, versions }: Copy,
  targetVersion: number | null,
): Promise<CopiedFlag> {
  refuseIfOutdated({ sourceVersion, targetVersion }, versions)
  if (expected && !sameChanges(changes, expected)) throw changedSincePlanned('copy')
  const flag = await tx.flags.findLiveByKey(ctx.project.id, key)
  if (!flag) throw new Error('the flag was just copied')
  const created = changes.filter(({ action, kind, name }) => action === 'create' && kind === 'flag' && name !== key)
  const done = { sourceVersion, targetVersion, changes, copiedDependencyKeys: created.map(({ name }) => name) }
  return { flag: await describeFlag(tx, ctx, flag), done }
}

/** Copying targeting to a flag that is in use must not turn it on or off (FLAG-111). */
function withoutSwitches({
  active: _,
  archived: __,
  ...entry
}: Source['entry']): Omit<Source['entry'], 'active' | 'archived'> {
  return entry
}

function messageOf(error: DomainError): string {
  return error instanceof ImportRefused ? error.problems.map(({ message }) => message).join(' ') : error.apiDetail
}
