import { isolate } from './isolate.ts'

/**
 * Returns the plural of a group type, such as "companies"; "groups of type X" for a name that is not an English noun.
 */
export function plural(name: string): string {
  if (!/^[a-z][a-z ]*[a-z]$/i.test(name)) return `groups of type ${isolate(name)}`
  if (/[^aeiou]y$/i.test(name)) return `${name.slice(0, -1)}ies`
  if (/(s|x|z|ch|sh)$/i.test(name)) return `${name}es`
  return `${name}s`
}
