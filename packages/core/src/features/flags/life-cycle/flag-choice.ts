import type { Flag } from '../../../data/records/flag.ts'
import type { FlagQuery } from '../../../data/records/flag-query.ts'
import type { ReadTransaction } from '../../../data/store.ts'
import { invalidInput } from '../../../foundation/errors/domain-error.ts'
import { refuseFilter } from '../../../foundation/validation/list-filters.ts'
import { refusal } from '../../../foundation/validation/refuse.ts'
import { violation } from '../../../foundation/validation/violation.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import { flagsInParts, flagsOfIdsInParts } from '../flags-in-parts.ts'
import { type FlagListFilters, parseFlagQuery } from '../parse-flag-query.ts'

/** Flags that a request may choose at once. */
export const MAX_CHOSEN_FLAGS = 2000

/** Some flags: by ids, of which each may be anything that a client sent, or by the filters of a list. */
export interface FlagChoice {
  readonly ids?: readonly unknown[] | undefined
  readonly filters?: FlagListFilters | undefined
}

/** Ids as they were sent, told apart; each once, in the order in which they came. */
export interface SentIds {
  readonly ids: readonly number[]
  readonly malformed: readonly unknown[]
}

/** A whole number, or the digits of one. */
export function sentIds(sent: readonly unknown[]): SentIds {
  if (sent.length > MAX_CHOSEN_FLAGS) throw tooMany()
  const parsed = sent.map((each) => ({ each, id: idOf(each) }))
  return {
    ids: [...new Set(parsed.flatMap(({ id }) => id ?? []))],
    malformed: parsed.filter(({ id }) => id === undefined).map(({ each }) => each),
  }
}

function idOf(sent: unknown): number | undefined {
  const id = typeof sent === 'string' && /^\d{1,16}$/.test(sent) ? Number(sent) : sent
  return Number.isSafeInteger(id) ? (id as number) : undefined
}

function tooMany() {
  const detail = `Ensure this field has no more than ${MAX_CHOSEN_FLAGS} elements.`
  return invalidInput([violation('ids', 'max_length', detail)])
}

/** The query that a choice stands for, and what in it is no id. Ids and filters exclude one another. */
export function chosenQuery(
  ctx: ProjectContext,
  { ids: sent, filters }: FlagChoice,
): Pick<SentIds, 'malformed'> & { readonly query: FlagQuery } {
  if ((sent === undefined) === (filters === undefined)) throw refusal('Send either ids or filters.')
  if (String(filters?.deleted).toLowerCase() === 'true') throw refusal('Deleted flags cannot be selected.')
  if (filters) {
    // An owner is a free text, so a first name may be another member's: a list may show too much, a deletion may not.
    if (filters.mine !== undefined) refuseFilter('mine', 'Send createdById or owner instead: the owner is free text.')
    const query = parseFlagQuery(ctx, filters)
    refuseChoiceOfAll(filters)
    return { query, malformed: [] }
  }
  const { ids, malformed } = sentIds(sent ?? [])
  return { query: { ids, order: { field: 'id', descending: false } }, malformed }
}

/**
 * Refuses filters that are not there or empty: a list without them has all flags, and to delete all of them must be meant
 * (FLAG-162). `archived: 'false'` is a filter, although lists hide archived flags anyway.
 */
function refuseChoiceOfAll({ order: _, deleted: __, ...filters }: FlagListFilters): void {
  const sent = Object.entries(filters).filter(([, text]) => text !== undefined)
  if (sent.length === 0) throw refusal('Send at least one filter, or ids.')
  for (const [name, text] of sent) {
    if (isEmpty(text ?? '')) throw invalidInput([violation(name, 'blank', EMPTY_FILTER)])
  }
}

const EMPTY_FILTER = 'This filter is empty. Send a value, or omit the filter.'

/** Whether a list takes this text for no filter: it is blank, or an empty JSON list. */
function isEmpty(text: string): boolean {
  const trimmed = text.trim()
  return trimmed === '' || (trimmed.startsWith('[') && trimmed.slice(1).trim() === ']')
}

/** Of the live flags that a query lets through what `pick` takes; refused when they are more than can be chosen at once. */
export async function chosenFlags<T>(
  tx: ReadTransaction,
  { project }: Pick<ProjectContext, 'project'>,
  query: FlagQuery,
  pick: (flag: Flag) => T,
): Promise<readonly T[]> {
  if (query.ids) return flagsOfIdsInParts(tx, project.id, query, query.ids, pick)
  const { count, items } = await flagsInParts(tx, project.id, query, pick, MAX_CHOSEN_FLAGS)
  if (count > MAX_CHOSEN_FLAGS)
    throw refusal(
      `These filters match ${count} flags; at most ${MAX_CHOSEN_FLAGS} can be selected in one request. Send more filters.`,
    )
  return items
}
