import type { Flag } from '../../data/records/flag.ts'
import type { ReadTransaction } from '../../data/store.ts'
import { yieldToOthers } from '../../foundation/time/yield.ts'
import { authorize } from '../../runtime/access/authorize.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { REDACTED_PAYLOAD } from '../../runtime/secrets/payload-cipher.ts'
import { undecryptablePayload, withVisiblePayloads } from '../flags/sealed-payloads.ts'
import type { ExportDocument, FlagEntry, SectionName } from './export-document.ts'
import { exportTextParts } from './export-text.ts'
import { type ListedFlag, loadProject, loadProjectWith, type ProjectContents } from './project-contents.ts'
import { documentBesideFlags, flagEntries, inKeyOrder, projectDocument } from './project-document.ts'

/** What an export shall hold. */
export interface ExportOptions {
  /** Writes encrypted payloads in clear; otherwise something stands for them that import takes for "as it is". */
  readonly withSecrets?: boolean
}

/**
 * A project as a document to keep beside the code: flags, cohorts, dashboards, without ids, times, people and numbers
 * (docs/export-format.md). The same project makes the same document wherever it is stored.
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
  /** Each part is made when it is read. Can be read once. */
  readonly parts: Iterable<string>
}

/**
 * The text of {@link exportProject} in parts. Until its part is read, a flag is stored as JSON: the objects of all flags
 * may take twenty times as much memory (HTTP-99).
 */
export async function exportProjectParts(ctx: ProjectContext, options: ExportOptions = {}): Promise<ExportParts> {
  authorizeExport(ctx)
  const show = options.withSecrets ? openedFlag : hiddenFlag
  const pack = async (flag: Flag) => packedFlag(await show(ctx, flag))
  const contents = await ctx.store.read((tx) =>
    loadProjectWith(tx, ctx, (tx, projectId) => everyFlagPacked(tx, projectId, pack)),
  )
  const document = await documentBesideFlags(contents)
  const { cohorts, dashboards, dashboard_templates, roles } = document
  return {
    counts: {
      flags: contents.flags.length,
      cohorts: cohorts.length,
      dashboards: dashboards.length,
      dashboard_templates: dashboard_templates.length,
      roles: roles.length,
    },
    parts: exportTextParts({ ...document, flags: unpackedEntries(contents) }),
  }
}

interface PackedFlag extends ListedFlag {
  readonly json: Uint8Array
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()

function packedFlag(flag: Flag): PackedFlag {
  const { id, key, usageDashboardId } = flag
  return { id, key, usageDashboardId, json: encoder.encode(JSON.stringify(flag)) }
}

function* unpackedEntries(contents: ProjectContents<PackedFlag>): Generator<FlagEntry> {
  const entryOf = flagEntries(contents)
  // The JSON is that of a flag.
  for (const { json } of inKeyOrder(contents.flags)) yield entryOf(JSON.parse(decoder.decode(json)) as Flag)
}

/** How many flags are read together: few while they may be large, more when the flags before were small. */
const LARGE_AT_ONCE = 3
const SMALL_AT_ONCE = 25
const SMALL_BYTES = 64 * 1024

async function everyFlagPacked(
  tx: ReadTransaction,
  projectId: number,
  pack: (flag: Flag) => Promise<PackedFlag>,
): Promise<readonly PackedFlag[]> {
  const flags: PackedFlag[] = []
  for (let limit = LARGE_AT_ONCE; ; ) {
    const part = await tx.flags.listLiveAfter(projectId, flags.at(-1)?.key ?? '', limit)
    const packed = await Promise.all(part.map(pack))
    flags.push(...packed)
    if (part.length < limit) return flags.toSorted((a, b) => a.id - b.id)
    limit = packed.every(({ json }) => json.length < SMALL_BYTES) ? SMALL_AT_ONCE : LARGE_AT_ONCE
    await yieldToOthers()
  }
}
