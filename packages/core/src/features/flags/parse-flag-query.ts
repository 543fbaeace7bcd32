import { FLAG_ORDER_FIELDS, type FlagOrderField, type FlagQuery, type FlagType } from '../../data/records/flag-query.ts'
import { EVALUATION_RUNTIMES } from '../../evaluation/definition/definitions.ts'
import { invalidInput } from '../../foundation/errors/domain-error.ts'
import { parseJson } from '../../foundation/json/json-value.ts'
import { snakeCase } from '../../foundation/json/snake-case.ts'
import { clip } from '../../foundation/validation/clip.ts'
import {
  booleanFilter,
  booleanWord,
  choiceFilter,
  refuseFilter,
  refuseLongSearch,
  refuseOtherThanText,
  textsFilter,
} from '../../foundation/validation/list-filters.ts'
import { violation } from '../../foundation/validation/violation.ts'
import { noChoice } from '../../foundation/validation/violations-of.ts'
import type { ProjectContext } from '../../runtime/context.ts'
import { flagNeedle } from './flag-index.ts'
import { staleBefore } from './flag-status.ts'

/** The filters of the flag list as clients send them: optional texts (FLAG-31 to FLAG-36). */
export interface FlagListFilters {
  readonly active?: string | undefined
  readonly archived?: string | undefined
  readonly deleted?: string | undefined
  readonly createdById?: string | undefined
  readonly search?: string | undefined
  readonly key?: string | undefined
  /** The complete name of the owner, case-insensitive. */
  readonly owner?: string | undefined
  /** `true`: flags that the caller created or owns (FLAG-170). */
  readonly mine?: string | undefined
  readonly type?: string | undefined
  readonly evaluationRuntime?: string | undefined
  readonly tags?: string | undefined
  readonly excludedTags?: string | undefined
  /** The keys of flags to exclude; the API defines this name. */
  readonly excludedProperties?: string | undefined
  readonly hasEvaluationContexts?: string | undefined
  readonly order?: string | undefined
}

const FLAG_TYPES: readonly FlagType[] = ['boolean', 'multivariant', 'experiment', 'remote_config']

/** PostHog documents `both` for the filter, and `all` for the flags. */
const RUNTIME_CHOICES = [...EVALUATION_RUNTIMES, 'both'] as const

/**
 * Parses the filters of a request into a query. Missing and empty filters are ignored, and invalid ones are rejected
 * (FLAG-161).
 */
export function parseFlagQuery(
  ctx: Pick<ProjectContext, 'actor' | 'clock' | 'project'>,
  filters: FlagListFilters,
): FlagQuery {
  refuseOtherThanText(filters)
  const query: { -readonly [name in keyof FlagQuery]: FlagQuery[name] | undefined } = {
    ...activeFilter(ctx, filters.active),
    ...deletedFilter(filters),
    createdByIds: creatorsOf(filters.createdById),
    search: parseSearch(filters.search),
    keyLower: filters.key ? filters.key.toLowerCase() : undefined,
    ownerLower: filters.owner?.trim().toLowerCase() || undefined,
    mine: mineOf(ctx, filters.mine),
    type: choiceFilter('type', filters.type, FLAG_TYPES),
    evaluationRuntime: runtimeOf(filters.evaluationRuntime),
    tags: tagsOf('tags', filters),
    excludedTags: tagsOf('excludedTags', filters),
    excludedKeys: textsFilter('excludedProperties', filters.excludedProperties),
    hasEvaluationContexts: booleanFilter('hasEvaluationContexts', filters.hasEvaluationContexts),
    order: parseOrder(filters.order),
  }
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)) as unknown as FlagQuery // `order` is always set
}

/** Archived flags are hidden unless requested; a list of deleted flags includes them (FLAG-35). */
function deletedFilter(filters: FlagListFilters): Partial<FlagQuery> {
  const archived = booleanFilter('archived', filters.archived)
  if (booleanFilter('deleted', filters.deleted) !== true) return { archived: archived ?? false }
  return { deleted: true, ...(archived === undefined ? {} : { archived }) }
}

function activeFilter(ctx: Pick<ProjectContext, 'clock' | 'project'>, text: string | undefined): Partial<FlagQuery> {
  if (!text) return {}
  if (text.toUpperCase() === 'STALE') return { stale: staleBefore(ctx.project.staleness, ctx.clock()) }
  return { active: booleanWord(text) ?? refuseFilter('active', 'Send true, false or STALE.') }
}

function runtimeOf(text: string | undefined): FlagQuery['evaluationRuntime'] {
  const choice = choiceFilter('evaluationRuntime', text, RUNTIME_CHOICES)
  return choice === 'both' ? 'all' : choice
}

function tagsOf(name: 'tags' | 'excludedTags', filters: FlagListFilters): readonly string[] | undefined {
  return textsFilter(name, filters[name])?.map((tag) => tag.trim().toLowerCase())
}

function parseSearch(search: string | undefined): string | undefined {
  if (search === undefined) return undefined
  refuseLongSearch(search, 'flags')
  return flagNeedle(search)
}

/**
 * Matches no flag, because callers that are not users have no flags: no creator has this id, and no owner is in an
 * empty list.
 */
const OF_NO_USER: NonNullable<FlagQuery['mine']> = { createdById: 0, ownersLower: [] }

function mineOf({ actor }: Pick<ProjectContext, 'actor'>, text: string | undefined): FlagQuery['mine'] {
  const mine = booleanFilter('mine', text)
  if (mine === undefined) return undefined
  // As a filter of `bulk_delete`, `false` would choose every flag (FLAG-162).
  if (!mine) return refuseFilter('mine', 'Send true, or omit it.')
  if (actor.type !== 'user') return OF_NO_USER
  const { id, email, firstName, lastName } = actor.user
  const names = [email, firstName, `${firstName} ${lastName}`].map((name) => name.trim().toLowerCase())
  return { createdById: id, ownersLower: [...new Set(names)].filter(Boolean) }
}

/** Parses one id, several ids separated by commas, or a JSON list. */
function creatorsOf(text: string | undefined): readonly number[] | undefined {
  const trimmed = text?.trim()
  if (!trimmed) return undefined
  const sent = trimmed.startsWith('[') ? parseJson(trimmed) : trimmed.split(',')
  const ids = Array.isArray(sent) ? sent.map((each) => Number(String(each ?? '').trim() || Number.NaN)) : [Number.NaN]
  if (ids.every(Number.isSafeInteger)) return ids.length > 0 ? ids : undefined
  return refuseFilter('createdById', 'Send the id of a user, or several ids separated by commas or as a JSON list.')
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
