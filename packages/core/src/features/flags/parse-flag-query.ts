import { FLAG_ORDER_FIELDS, type FlagOrderField, type FlagQuery, type FlagType } from '../../data/records/flag-query.ts'
import { EVALUATION_RUNTIMES } from '../../evaluation/definition/definitions.ts'
import { invalidInput } from '../../foundation/errors/domain-error.ts'
import { type JsonValue, parseJson } from '../../foundation/json/json-value.ts'
import { snakeCase } from '../../foundation/json/snake-case.ts'
import { clip } from '../../foundation/validation/clip.ts'
import { refuseLongSearch } from '../../foundation/validation/list-filters.ts'
import { violation } from '../../foundation/validation/violation.ts'
import { noChoice } from '../../foundation/validation/violations-of.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { flagNeedle } from './flag-index.ts'
import { staleBefore } from './flag-status.ts'

/** The filters of the flag list as clients send them: all text, all optional (FLAG-31 to FLAG-36). */
export interface FlagListFilters {
  readonly active?: string | undefined
  readonly archived?: string | undefined
  readonly deleted?: string | undefined
  readonly createdById?: string | undefined
  readonly search?: string | undefined
  readonly key?: string | undefined
  /** Whole, whatever its case. */
  readonly owner?: string | undefined
  readonly type?: string | undefined
  readonly evaluationRuntime?: string | undefined
  readonly tags?: string | undefined
  readonly excludedTags?: string | undefined
  /** Flag keys to leave out; the name is the API's own. */
  readonly excludedProperties?: string | undefined
  readonly hasEvaluationContexts?: string | undefined
  readonly order?: string | undefined
}

const FLAG_TYPES: readonly FlagType[] = ['boolean', 'multivariant', 'experiment', 'remote_config']

/** Makes a query from what a client sent. What cannot be read as a filter is no filter; an unknown order is refused. */
export function parseFlagQuery(ctx: Pick<ProjectContext, 'clock' | 'project'>, filters: FlagListFilters): FlagQuery {
  refuseOtherThanText(filters)
  const query: { -readonly [name in keyof FlagQuery]: FlagQuery[name] | undefined } = {
    ...activeFilter(ctx, filters.active),
    ...deletedFilter(filters),
    createdByIds: idList(filters.createdById),
    search: parseSearch(filters.search),
    keyLower: filters.key ? filters.key.toLowerCase() : undefined,
    ownerLower: filters.owner?.trim().toLowerCase() || undefined,
    type: FLAG_TYPES.find((type) => type === filters.type),
    evaluationRuntime: filters.evaluationRuntime ? runtimeOf(filters.evaluationRuntime) : undefined,
    tags: textList(filters.tags)?.map((tag) => tag.trim().toLowerCase()),
    excludedTags: textList(filters.excludedTags)?.map((tag) => tag.trim().toLowerCase()),
    excludedKeys: textList(filters.excludedProperties),
    hasEvaluationContexts: filters.hasEvaluationContexts ? isTrue(filters.hasEvaluationContexts) : undefined,
    order: parseOrder(filters.order),
  }
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)) as unknown as FlagQuery // less the undefined, `order` is always set
}

/** An application may ask for anything, where no compiler looks. */
function refuseOtherThanText(filters: FlagListFilters): void {
  const [wrong] = Object.entries(filters).find(([, value]) => typeof (value ?? '') !== 'string') ?? []
  if (wrong !== undefined) throw invalidInput([violation(wrong, 'invalid_input', 'Not a valid string.')])
}

/** Archived flags are hidden unless asked for; who looks for deleted ones wants to see those too (FLAG-35). */
function deletedFilter({ deleted, archived }: FlagListFilters): Partial<FlagQuery> {
  if (!isTrue(deleted)) return { archived: isTrue(archived) }
  return { deleted: true, ...(archived ? { archived: isTrue(archived) } : {}) }
}

function activeFilter(ctx: Pick<ProjectContext, 'clock' | 'project'>, active: string | undefined): Partial<FlagQuery> {
  if (!active) return {}
  if (active.toUpperCase() !== 'STALE') return { active: isTrue(active) }
  return { stale: staleBefore(ctx.project.staleness, ctx.clock()) }
}

function runtimeOf(text: string): FlagQuery['evaluationRuntime'] {
  return EVALUATION_RUNTIMES.find((runtime) => runtime === text) ?? 'unknown'
}

function isTrue(text: string | undefined): boolean {
  return text?.toLowerCase() === 'true'
}

function parseSearch(search: string | undefined): string | undefined {
  if (search === undefined) return undefined
  refuseLongSearch(search, 'flags')
  return flagNeedle(search)
}

/** One id, several with commas, or a JSON list. */
function idList(text: string | undefined): readonly number[] | undefined {
  if (!text) return undefined
  const parts = jsonList(text) ?? text.split(',')
  const ids = parts.map((part) => Number(String(part).trim() || Number.NaN)).filter(Number.isSafeInteger)
  return ids.length > 0 ? ids : undefined
}

function textList(text: string | undefined): readonly string[] | undefined {
  const list = text ? jsonList(text)?.filter((item) => typeof item === 'string') : undefined
  return list && list.length > 0 ? list : undefined
}

function jsonList(text: string): readonly JsonValue[] | undefined {
  const value = parseJson(text)
  return Array.isArray(value) ? value : undefined
}

const ORDER_NAMES: Readonly<Record<string, FlagOrderField>> = Object.fromEntries(
  FLAG_ORDER_FIELDS.map((field) => [snakeCase(field.replace(/ById$/, 'By')), field]),
)

function parseOrder(order: string | undefined): FlagQuery['order'] {
  if (!order) return { field: 'createdAt', descending: true }
  const descending = order.startsWith('-')
  const name = descending ? order.slice(1) : order
  const field = Object.hasOwn(ORDER_NAMES, name) ? ORDER_NAMES[name] : undefined
  if (field) return { field, descending }
  const { code, detail } = noChoice(clip(order), Object.keys(ORDER_NAMES))
  throw invalidInput([violation('order', code, detail)])
}
