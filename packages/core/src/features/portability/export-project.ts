import type { Flag } from '../../data/records/flag.ts'
import { authorize } from '../../runtime/access/authorize.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { REDACTED_PAYLOAD } from '../../runtime/secrets/payload-cipher.ts'
import { undecryptablePayload, withVisiblePayloads } from '../flags/sealed-payloads.ts'
import { contentsSize } from './contents-size.ts'
import type { ExportDocument, SectionName } from './export-document.ts'
import { exportTextParts } from './export-text.ts'
import { loadPacked, packedDashboardEntries, packedFlagEntries, packedTemplateEntries } from './packed-contents.ts'
import { loadProject } from './project-contents.ts'
import { documentOutline, projectDocument } from './project-document.ts'

/** Options of an export. */
export interface ExportOptions {
  /**
   * Whether to write encrypted payloads in clear. Otherwise a placeholder is written, which an import treats as
   * unchanged.
   */
  readonly withSecrets?: boolean
}

/**
 * Returns a project as a document to store with the code: flags, cohorts and dashboards, without ids, times, users and
 * counts (docs/export-format.md). The same project results in the same document in every database.
 *
 * @example
 * const { context } = await deck.project()
 * writeFileSync('flags.json', exportText(await exportProject(context)))
 */
export async function exportProject(ctx: ProjectContext, options: ExportOptions = {}): Promise<ExportDocument> {
  authorizeExport(ctx)
  const contents = await ctx.store.read((tx) => loadProject(tx, ctx))
  const show = options.withSecrets ? openedFlag : hiddenFlag
  return projectDocument({ ...contents, flags: await Promise.all(contents.flags.map((flag) => show(ctx, flag))) })
}

function authorizeExport({ actor }: ProjectContext): void {
  for (const scope of ['feature_flag:read', 'cohort:read', 'dashboard:read'] as const) authorize(actor, scope)
}

function hiddenFlag(_: ProjectContext, flag: Flag): Flag {
  if (!flag.hasEncryptedPayloads) return flag
  const keys = Object.keys(flag.filters.payloads ?? {})
  const payloads = Object.fromEntries(keys.map((key) => [key, REDACTED_PAYLOAD]))
  return { ...flag, filters: { ...flag.filters, payloads } }
}

async function openedFlag(ctx: ProjectContext, flag: Flag): Promise<Flag> {
  const opened = await withVisiblePayloads(ctx, flag)
  const isHidden = Object.values(opened.filters.payloads ?? {}).includes(REDACTED_PAYLOAD)
  if (!opened.hasEncryptedPayloads || !isHidden) return opened
  throw undecryptablePayload(flag)
}

/** An export as the parts of its text, with the number of entries in each of its lists. */
export interface ExportParts {
  readonly counts: Readonly<Record<SectionName, number>>
  /** The parts of the text, each created when it is read. Can be read once. */
  readonly parts: Iterable<string>
}

/** An export whose size is known, before it is loaded. */
export interface MeasuredExport {
  /**
   * The number of bytes in memory until it is read: stored texts and documents, and a fixed amount for each flag,
   * dashboard, template, tile, text and insight (HTTP-106).
   */
  readonly bytes: number
  readonly load: () => Promise<ExportParts>
}

/**
 * Returns the text of {@link exportProject} in parts. Until its part is read, a flag, a dashboard or a template is JSON
 * in memory: all of them as objects may take twenty times as much memory (HTTP-99, HTTP-106).
 */
export async function exportProjectParts(ctx: ProjectContext, options: ExportOptions = {}): Promise<MeasuredExport> {
  authorizeExport(ctx)
  return { bytes: await exportBytes(ctx), load: () => loadExport(ctx, options) }
}

/** The memory of fields that are not part of the sizes. */
const BYTES_OF_ROW = 1024

function exportBytes({ store, project }: ProjectContext): Promise<number> {
  return store.read(async (tx) => {
    const { flags, bytes } = await tx.projects.liveTotals(project.id)
    const contents = await contentsSize(tx, project.id)
    return bytes + contents.bytes + (flags + contents.rows) * BYTES_OF_ROW
  })
}

async function loadExport(ctx: ProjectContext, { withSecrets = false }: ExportOptions): Promise<ExportParts> {
  const show = withSecrets ? openedFlag : hiddenFlag
  const contents = await ctx.store.read((tx) => loadPacked(tx, ctx, (flag) => show(ctx, flag)))
  const outline = await documentOutline(contents)
  return {
    counts: {
      flags: contents.flags.length,
      cohorts: outline.cohorts.length,
      dashboards: contents.dashboards.length,
      dashboard_templates: contents.templates.length,
      roles: outline.roles.length,
    },
    parts: exportTextParts({
      ...outline,
      flags: packedFlagEntries(contents),
      dashboards: packedDashboardEntries(contents),
      dashboard_templates: packedTemplateEntries(contents),
    }),
  }
}
