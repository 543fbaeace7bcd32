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

/** The maximum number of flags that a request can choose. */
export const MAX_CHOSEN_FLAGS = 2000

/** Selects flags: by ids, each of which can be anything that a client sent, or by the filters of a list. */
export interface FlagChoice {
  readonly ids?: readonly unknown[] | undefined
  readonly filters?: FlagListFilters | undefined
}

/** Valid and invalid ids of a request; each once, in the order in which they were sent. */
export interface SentIds {
  readonly ids: readonly number[]
  readonly malformed: readonly unknown[]
}

/** Separates valid ids from invalid ones. An id is a whole number, or a text with its digits. */
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

/** Returns the query for a choice, and its invalid ids. Ids and filters are mutually exclusive. */
export function chosenQuery(
  ctx: ProjectContext,
  { ids: sent, filters }: FlagChoice,
): Pick<SentIds, 'malformed'> & { readonly query: FlagQuery } {
  if ((sent === undefined) === (filters === undefined)) throw refusal('Send either ids or filters.')
  if (String(filters?.deleted).toLowerCase() === 'true') throw refusal('Deleted flags cannot be selected.')
  if (filters) {
    // An owner is free text, so a first name can match another member. A list may include too many flags, a deletion
    // may not.
    if (filters.mine !== undefined) refuseFilter('mine', 'Send createdById or owner instead: the owner is free text.')
    const query = parseFlagQuery(ctx, filters)
    refuseChoiceOfAll(filters)
    return { query, malformed: [] }
  }
  const { ids, malformed } = sentIds(sent ?? [])
  return { query: { ids, order: { field: 'id', descending: false } }, malformed }
}

/**
 * Rejects missing and empty filters: a list without filters includes all flags, and deleting all of them must be
 * intended (FLAG-162). `archived: 'false'` is a filter, although lists hide archived flags anyway.
 */
function refuseChoiceOfAll({ order: _, deleted: __, ...filters }: FlagListFilters): void {
  const sent = Object.entries(filters).filter(([, text]) => text !== undefined)
  if (sent.length === 0) throw refusal('Send at least one filter, or ids.')
  for (const [name, text] of sent) {
    if (isEmpty(text ?? '')) throw invalidInput([violation(name, 'blank', EMPTY_FILTER)])
  }
}

const EMPTY_FILTER = 'This filter is empty. Send a value, or omit the filter.'

/** Whether a list ignores this text as a filter: it is blank, or an empty JSON list. */
function isEmpty(text: string): boolean {
  const trimmed = text.trim()
  return trimmed === '' || (trimmed.startsWith('[') && trimmed.slice(1).trim() === ']')
}

/**
 * Returns the result of `pick` for each live flag that matches the query. @throws DomainError when there are too many
 * flags to choose
 */
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
