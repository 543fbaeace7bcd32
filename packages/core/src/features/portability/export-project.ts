import type { Flag } from '../../data/records/flag.ts'
import { authorize } from '../../runtime/access/authorize.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { REDACTED_PAYLOAD } from '../../runtime/secrets/payload-cipher.ts'
import { undecryptablePayload, withVisiblePayloads } from '../flags/sealed-payloads.ts'
import type { ExportDocument } from './export-document.ts'
import { loadProject } from './project-contents.ts'
import { projectDocument } from './project-document.ts'

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
  for (const scope of ['feature_flag:read', 'cohort:read', 'dashboard:read'] as const) authorize(ctx.actor, scope)
  const contents = await ctx.store.read((tx) => loadProject(tx, ctx))
  const show = options.withSecrets ? openedFlag : hiddenFlag
  return projectDocument({ ...contents, flags: await Promise.all(contents.flags.map((flag) => show(ctx, flag))) })
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
