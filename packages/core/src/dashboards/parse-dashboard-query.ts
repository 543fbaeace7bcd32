import { invalidInput } from '../errors/domain-error.ts'
import { withoutUndefined } from '../json/without-undefined.ts'
import { violation } from '../validation/violation.ts'
import { CREATION_MODES, type CreationMode, type DashboardQuery } from './dashboard.ts'

/** The filters of the dashboard list as clients send them: all text, all optional (dashboards-api.md section 2.1). */
export interface DashboardListFilters {
  readonly search?: string | undefined
  /** Any of these. */
  readonly tags?: readonly string[] | undefined
  readonly creationMode?: string | undefined
  readonly pinned?: string | undefined
  readonly excludeGenerated?: string | undefined
}

const MAX_SEARCH_LENGTH = 200

/** Makes a query from what a client sent; null when nothing can match. What cannot be read as a filter is no filter. */
export function parseDashboardQuery(filters: DashboardListFilters): DashboardQuery | null {
  const { creationMode } = filters
  if (creationMode && !isCreationMode(creationMode)) return null
  return withoutUndefined({
    search: searchNeedle(filters.search),
    tags: tagList(filters.tags),
    creationMode: creationMode || undefined,
    pinned: booleanWord(filters.pinned),
    excludeGenerated: booleanWord(filters.excludeGenerated),
  }) as DashboardQuery // less the undefined; the mode was just checked
}

function isCreationMode(text: string): text is CreationMode {
  return CREATION_MODES.some((mode) => mode === text)
}

/** What to look for in a text in lower case; undefined when nothing was asked for. */
export function searchNeedle(search = ''): string | undefined {
  if (search.length > MAX_SEARCH_LENGTH) {
    const detail = `Search query must be ${MAX_SEARCH_LENGTH} characters or fewer.`
    throw invalidInput([violation('search', 'invalid_input', detail)])
  }
  return search.trim().toLowerCase() || undefined
}

export function tagList(tags: readonly string[] = []): readonly string[] | undefined {
  const names = tags.map((tag) => tag.trim().toLowerCase()).filter((tag) => tag !== '')
  return names.length > 0 ? names : undefined
}

const TRUE_WORDS = ['true', '1', 't', 'yes']
const FALSE_WORDS = ['false', '0', 'f', 'no']

export function booleanWord(text = ''): boolean | undefined {
  const word = text.toLowerCase()
  if (TRUE_WORDS.includes(word)) return true
  return FALSE_WORDS.includes(word) ? false : undefined
}
