import { invalidInput } from '../errors/domain-error.ts'
import { type JsonValue, parseJson } from '../json/json-value.ts'
import { clip } from './clip.ts'
import { violation } from './violation.ts'
import { noChoice } from './violations-of.ts'

const MAX_SEARCH_LENGTH = 200
/** The texts for a search that is too long, which existing clients know: they depend on the list. */
const TOO_LONG = {
  flags: `Search term cannot exceed ${MAX_SEARCH_LENGTH} characters`,
  dashboards: `Search query must be ${MAX_SEARCH_LENGTH} characters or fewer.`,
}

/** Returns the search term for text in lower case; undefined if the search is empty. */
export function searchNeedle(search = '', list: keyof typeof TOO_LONG = 'dashboards'): string | undefined {
  refuseLongSearch(search, list)
  return search.trim().toLowerCase() || undefined
}

/** Refuses a search that is longer than the limit for lists. */
export function refuseLongSearch(search: string, list: keyof typeof TOO_LONG): void {
  if (search.length > MAX_SEARCH_LENGTH) throw invalidInput([violation('search', 'invalid_input', TOO_LONG[list])])
}

/** Returns tags in their stored form, any of which must match; undefined if there are none. */
export function tagList(tags: readonly string[] = []): readonly string[] | undefined {
  const names = tags.map((tag) => tag.trim().toLowerCase()).filter((tag) => tag !== '')
  return names.length > 0 ? names : undefined
}

const TRUE_WORDS = ['true', '1', 't', 'yes', 'on']
const FALSE_WORDS = ['false', '0', 'f', 'no', 'off']

/** Returns the boolean for a word in any case; undefined for every other word. */
export function booleanWord(text: string): boolean | undefined {
  const word = text.toLowerCase()
  if (TRUE_WORDS.includes(word)) return true
  return FALSE_WORDS.includes(word) ? false : undefined
}

/**
 * Returns the boolean of a filter; undefined if it is missing or empty. As for every filter, another value is refused:
 * without the filter, a list would have other items, and a deletion would delete them (HTTP-110).
 */
export function booleanFilter(name: string, text: string | undefined): boolean | undefined {
  if (!text) return undefined
  return booleanWord(text) ?? refuseFilter(name, 'Send true or false.')
}

/** Returns the choice of a filter; undefined if it is missing or empty. */
export function choiceFilter<Choice extends string>(
  name: string,
  text: string | undefined,
  choices: readonly Choice[],
): Choice | undefined {
  if (!text) return undefined
  const choice = choices.find((each) => each === text)
  if (choice !== undefined) return choice
  const { code, detail } = noChoice(clip(text))
  throw invalidInput([violation(name, code, `${detail} Send one of ${choices.join(', ')}.`)])
}

/**
 * Returns the texts of a filter that is a JSON list, or a single text. Undefined if it is missing, empty or an empty
 * list.
 */
export function textsFilter(name: string, text: string | undefined): readonly string[] | undefined {
  const trimmed = text?.trim()
  if (!trimmed) return undefined
  // A comma is refused, because it may be a part of the text or separate two.
  const texts = /^[[{"]|,/.test(trimmed) ? parseJson(trimmed) : [trimmed]
  if (!Array.isArray(texts) || !texts.every(isText)) {
    return refuseFilter(name, 'Send a JSON list of text, such as ["a","b"], or one text without commas.')
  }
  return texts.length > 0 ? texts : undefined
}

function isText(value: JsonValue): value is string {
  return typeof value === 'string' && value.trim() !== ''
}

/** Refuses the value of a filter, with a sentence that lists the valid values. */
export function refuseFilter(name: string, detail: string): never {
  throw invalidInput([violation(name, 'invalid_input', detail)])
}

/**
 * Refuses filters from an application that are not text, or not a list of text for those in `lists`: callers may have
 * no compiler.
 */
export function refuseOtherThanText(filters: object, lists: readonly string[] = []): void {
  for (const [name, value] of Object.entries(filters)) {
    if (value === undefined || value === null) continue
    if (!lists.includes(name)) {
      if (typeof value !== 'string') refuseFilter(name, 'Not a valid string.')
    } else if (!Array.isArray(value) || !value.every((each) => typeof each === 'string')) {
      refuseFilter(name, 'Expected a list of text.')
    }
  }
}
