import { invalidInput } from '../errors/domain-error.ts'
import { violation } from './violation.ts'

const MAX_SEARCH_LENGTH = 200
/** What clients know the refusal of a longer search by: it depends on the list. */
const TOO_LONG = {
  flags: `Search term cannot exceed ${MAX_SEARCH_LENGTH} characters`,
  dashboards: `Search query must be ${MAX_SEARCH_LENGTH} characters or fewer.`,
}

/** What to look for in a text in lower case; undefined when nothing was asked for. */
export function searchNeedle(search = '', list: keyof typeof TOO_LONG = 'dashboards'): string | undefined {
  refuseLongSearch(search, list)
  return search.trim().toLowerCase() || undefined
}

/** Refuses a search that is longer than the lists of a kind look for. */
export function refuseLongSearch(search: string, list: keyof typeof TOO_LONG): void {
  if (search.length > MAX_SEARCH_LENGTH) throw invalidInput([violation('search', 'invalid_input', TOO_LONG[list])])
}

/** Tags to find any of, in the form that they are stored in; undefined when none was asked for. */
export function tagList(tags: readonly string[] = []): readonly string[] | undefined {
  const names = tags.map((tag) => tag.trim().toLowerCase()).filter((tag) => tag !== '')
  return names.length > 0 ? names : undefined
}

const TRUE_WORDS = ['true', '1', 't', 'yes']
const FALSE_WORDS = ['false', '0', 'f', 'no']

/** What a word says of a boolean; undefined when that is nothing. */
export function booleanWord(text = ''): boolean | undefined {
  const word = text.toLowerCase()
  if (TRUE_WORDS.includes(word)) return true
  return FALSE_WORDS.includes(word) ? false : undefined
}
