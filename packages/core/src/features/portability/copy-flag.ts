import * as z from 'zod'
import { FLAG_FIELDS } from '../../data/records/flag-fields.ts'
import type { ReadTransaction } from '../../data/store.ts'
import { referencedCohortIds, referencedFlagIds } from '../../evaluation/definition/flag-references.ts'
import { DomainError } from '../../foundation/errors/domain-error.ts'
import { idField } from '../../foundation/validation/bounded-fields.ts'
import { parseInput } from '../../foundation/validation/parse-input.ts'
import { refusal } from '../../foundation/validation/refuse.ts'
import { authorize } from '../../runtime/access/authorize.ts'
import type { OrganizationContext, ProjectContext } from '../../runtime/context.ts'
import { refuseWithinWrite } from '../../runtime/dry-run.ts'
import { cohortsReachedFrom, withCohorts } from '../../runtime/snapshots/snapshot-cohorts.ts'
import { describeFlag, type FlagDetails } from '../flags/flag-details.ts'
import { withVisiblePayloads } from '../flags/sealed-payloads.ts'
import { openProject } from '../identity/open-project.ts'
import { EXPORT_VERSION } from './export-document.ts'
import { importAndLook, tryImport } from './import-project.ts'
import { ImportRefused } from './import-refused.ts'
import type { ImportTarget } from './import-run.ts'
import { nameKey } from './name-reference.ts'
import { namedFilters } from './named-filters.ts'
import { groupTypeNames, KnownNames } from './names.ts'
import { type ParsedDocument, parseDocument } from './parse-document.ts'
import type { ProjectContents } from './project-contents.ts'
import { cohortEntry } from './project-document.ts'
import { documentValues } from './record-documents.ts'

/** Projects that a flag is copied to at once. */
const MAX_TARGETS = 50

/** What a client may send to copy a flag. */
export const copyFlagSchema = z.object({
  featureFlagKey: z.string().optional(),
  fromProject: idField().optional(),
  targetProjectIds: z.array(idField()).max(MAX_TARGETS).optional(),
  disableCopiedFlag: z.boolean().optional().describe('Whether it is off where it is copied to.'),
})

export type CopyFlagInput = Readonly<z.input<typeof copyFlagSchema>>

export interface CopyFlagOptions {
  /** Tell what would happen, and write nothing (DRY-1). */
  readonly dryRun?: boolean | undefined
}

/** What became of the copies. */
export interface CopiedFlags {
  /** The flag in each project that has it now. */
  readonly success: readonly FlagDetails[]
  readonly failed: readonly { readonly projectId: number; readonly message: string }[]
}

/**
 * Copies a flag to other projects of the organization, to each whole or not at all (FLAG-110). One that has the key
 * already becomes like it; cohorts, flags and group types that it looks at are known by their names.
 */
export async function copyFlag(
  ctx: OrganizationContext,
  input: CopyFlagInput,
  { dryRun: isDryRun = false }: CopyFlagOptions = {},
): Promise<CopiedFlags> {
  authorize(ctx.actor, 'feature_flag:write')
  const { featureFlagKey, fromProject, targetProjectIds = [], ...options } = parseInput(copyFlagSchema, input)
  if (!featureFlagKey || !fromProject || targetProjectIds.length === 0) throw refusal('Missing required fields')
  const source = await sourceOf(await projectOf(ctx, fromProject), featureFlagKey, options)
  const success: FlagDetails[] = []
  const failed: CopiedFlags['failed'][number][] = []
  for (const projectId of new Set(targetProjectIds)) {
    try {
      const target = await projectOf(ctx, projectId)
      success.push(await (isDryRun ? tryToCopy : copyInto)(target, source))
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      failed.push({ projectId, message: messageOf(error) })
    }
  }
  return { success, failed }
}

/** A project of the organization that the caller may enter. */
async function projectOf(ctx: OrganizationContext, projectId: number): Promise<ProjectContext> {
  const opened = await openProject(ctx, projectId)
  if (opened.project.organizationId === ctx.organization.id) return opened
  throw refusal('The project is not one of this organization.')
}

/** A flag as a document has it, with the cohorts that it looks at. */
type Source = Awaited<ReturnType<typeof sourceOf>>

async function sourceOf(
  ctx: ProjectContext,
  key: string,
  { disableCopiedFlag = false }: Pick<CopyFlagInput, 'disableCopiedFlag'>,
) {
  return ctx.store.read(async (tx) => {
    const stored = await tx.flags.findLiveByKey(ctx.project.id, key)
    if (!stored) throw refusal('Feature flag to copy does not exist.')
    const flag = await withVisiblePayloads(ctx, stored)
    const cohorts = withCohorts(undefined, await tx.cohorts.listLive(ctx.project.id))
    const names = {
      flags: new KnownNames(await keysOf(tx, ctx, referencedFlagIds(flag.filters))),
      cohorts: new KnownNames([...cohorts.byId].map(([id, { name }]) => [id, nameKey(name)])),
      dashboards: new KnownNames<string>(),
      groupTypes: groupTypeNames(ctx.project.groupTypes),
    }
    const { analytics_dashboards: _, usage_dashboard: __, ...fields } = documentValues(FLAG_FIELDS, flag)
    const off = disableCopiedFlag ? { active: false } : {}
    return {
      key,
      entry: { ...fields, ...off, filters: namedFilters(flag.filters, names) },
      cohorts: cohortsReachedFrom(referencedCohortIds(flag.filters), cohorts).map((item) => {
        return cohortEntry({ item, name: item.name, number: 1, key: nameKey(item.name) }, names)
      }),
    }
  })
}

async function keysOf(tx: ReadTransaction, { project }: ProjectContext, ids: readonly number[]) {
  const flags = await Promise.all(ids.map((id) => tx.flags.find(project.id, id)))
  return flags.flatMap((flag) => (flag && !flag.deleted ? [[flag.id, flag.key] as const] : []))
}

/** As an import of a document that has nothing but the flag, and the cohorts that the project has not. */
function copyInto(ctx: ProjectContext, source: Source): Promise<FlagDetails> {
  return importAndLook(
    ctx,
    (contents) => documentOf(source, contents),
    (target) => copiedFlag(target, source),
  )
}

/** What {@link copyInto} would return; nothing is written, and no other request waits for it (DRY-3). */
function tryToCopy(ctx: ProjectContext, source: Source): Promise<FlagDetails> {
  refuseWithinWrite(ctx)
  return tryImport(
    ctx,
    (contents) => documentOf(source, contents),
    {},
    (target) => copiedFlag(target, source),
  )
}

function documentOf({ entry, cohorts }: Source, { names }: ProjectContents): ParsedDocument {
  const missing = cohorts.filter(({ name }) => names.cohorts.idOf(nameKey(name)) === undefined)
  return parseDocument({ flagdeck_export: EXPORT_VERSION, flags: [entry], cohorts: missing })
}

async function copiedFlag({ ctx, tx }: ImportTarget, { key }: Source): Promise<FlagDetails> {
  const flag = await tx.flags.findLiveByKey(ctx.project.id, key)
  if (!flag) throw new Error('the flag was just copied')
  return describeFlag(tx, ctx, flag)
}

function messageOf(error: DomainError): string {
  return error instanceof ImportRefused ? error.problems.map(({ message }) => message).join(' ') : error.message
}
