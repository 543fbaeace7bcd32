import { invalidInput } from '../errors/domain-error.ts'
import { violation } from './violation.ts'

const MAX_SEARCH_LENGTH = 200

/** What to look for in a text in lower case; undefined when nothing was asked for. */
export function searchNeedle(search = ''): string | undefined {
  refuseLongSearch(search)
  return search.trim().toLowerCase() || undefined
}

export function refuseLongSearch(search: string): void {
  if (search.length <= MAX_SEARCH_LENGTH) return
  const detail = `Search term cannot exceed ${MAX_SEARCH_LENGTH} characters`
  throw invalidInput([violation('search', 'invalid_input', detail)])
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
