import type { JsonValue, Page, ProjectContext, VersionSummary } from '@flagdeck/core'
import { isJsonObject } from '@flagdeck/core/operations'
import type { Settings } from '../../settings/settings.ts'
import type { CommandOutput } from '../command-output.ts'
import { differenceLine } from '../difference-line.ts'
import { requireProject } from '../find-project.ts'
import { missingNameError } from '../missing-name-error.ts'
import { shortJson } from '../short-json.ts'
import { textTable } from '../text-table.ts'
import { requireDatabase, withDeckAsItIs } from '../with-deck.ts'
import type { RecordKind } from './record-kinds.ts'
import { idOfRecord, noRecord, VERSION_OPERATIONS, versionOf } from './version-operations.ts'

/** A record and its project. */
export interface HistoryRequest {
  readonly kind: RecordKind
  /** The id of the record, or the key of a flag. */
  readonly name: string
  readonly project: string | undefined
  readonly settings: Pick<Settings, 'databaseUrl'>
}

/** `flagdeck history list`: lists the versions with their authors, newest first. */
export function listHistory(request: HistoryRequest): Promise<CommandOutput> {
  return withRecord(request, async (ctx, id) => {
    const page = await VERSION_OPERATIONS[request.kind].list(ctx, id, SHOWN_VERSIONS)
    return { data: plain(page.items), text: versionTable(page) }
  })
}

/** `flagdeck history show`: returns a record as it was at a version. */
export function showVersion(request: HistoryRequest, version: string): Promise<CommandOutput> {
  const number = versionOf(version)
  return withRecord(request, async (ctx, id) => {
    const record = plain(await VERSION_OPERATIONS[request.kind].retrieve(ctx, id, number))
    const lines = Object.entries(record).map(([field, value]) => `${field}: ${shortJson(value, SHOWN_LENGTH)}`)
    return { data: record, text: lines.join('\n') }
  })
}

/** `flagdeck history diff`: lists the differences between two versions; the second is the newest by default. */
export function showDifference(request: HistoryRequest, from: string, to: string | undefined): Promise<CommandOutput> {
  const versions = [versionOf(from), to === undefined ? undefined : versionOf(to)] as const
  return withRecord(request, async (ctx, id) => {
    const changes = await VERSION_OPERATIONS[request.kind].compare(ctx, id, ...versions)
    const text = changes.length === 0 ? 'No differences.' : changes.map(differenceLine).join('\n')
    return { data: plain(changes), text }
  })
}

function withRecord(
  { kind, name, project, settings: { databaseUrl } }: HistoryRequest,
  work: (ctx: ProjectContext, id: number) => Promise<CommandOutput>,
): Promise<CommandOutput> {
  requireDatabase(databaseUrl)
  return withDeckAsItIs(databaseUrl, async (deck) => {
    const { id } = await deck.context.store.read((tx) => requireProject(tx, project))
    const found = await deck.project(id)
    const recordId = await idOfRecord(found, kind, name)
    return work(found.context, recordId).catch(missingNameError(noRecord(kind, name)))
  })
}

const SHOWN_VERSIONS = { limit: 1000, offset: 0 }
const SHOWN_LENGTH = 200

function versionTable({ items, count }: Page<VersionSummary>): string {
  const rows = items.map(({ version, createdAt, user, verb, fields, trigger }) => [
    String(version),
    `${createdAt.slice(0, 19)}Z`,
    user?.email ?? 'system',
    isJsonObject(trigger) && trigger.job_type === 'restore' ? `${verb} (restored version ${trigger.job_id})` : verb,
    fields.join(','),
  ])
  const table = textTable([['VERSION', 'DATE', 'USER', 'ACTION', 'FIELDS'], ...rows])
  return items.length < count ? `${table}\n${count - items.length} older versions not shown.` : table
}

/** Results of operations are plain data that can be sent as JSON. */
function plain<T extends object>(value: T): T extends readonly unknown[] ? JsonValue : Record<string, JsonValue> {
  return value as never
}
