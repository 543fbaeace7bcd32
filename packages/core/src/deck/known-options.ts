import type { PageRequest } from '../foundation/pagination/page.ts'
import { clip } from '../foundation/validation/clip.ts'
import { closestName } from '../foundation/validation/closest-name.ts'
import { fieldNames } from '../foundation/validation/read-only-fields.ts'

/**
 * For each method that takes options, the names of these by the position of the argument; null for another argument. The list
 * has all arguments, so that one too many is refused, such as options of a method that takes none.
 */
type OptionsOfMethods<Methods> = { readonly [Name in keyof Methods]?: readonly (readonly string[] | null)[] }

/** The names of the options of a list that say which part of it to read. */
export const PAGE_OPTIONS = fieldNames<PageRequest>({ limit: true, offset: true })

/**
 * The same methods, each of which rejects when it gets an option that it does not have (EMBED-45): a misspelt filter would
 * list everything.
 *
 * @param path how a caller knows the methods, such as `flags`
 */
export function withKnownOptions<Methods extends object>(
  path: string,
  methods: Methods,
  options: OptionsOfMethods<Methods>,
): Methods {
  const checked = Object.entries(options).map(([name, positions]) => {
    const method = methods[name as keyof Methods] as (...args: unknown[]) => Promise<unknown>
    const known = positions as readonly (readonly string[] | null)[]
    return [name, (...args: unknown[]) => checkedCall(`${path}.${name}`, known, method, args)]
  })
  return { ...methods, ...Object.fromEntries(checked) }
}

async function checkedCall(
  path: string,
  positions: readonly (readonly string[] | null)[],
  method: (...args: unknown[]) => Promise<unknown>,
  args: readonly unknown[],
): Promise<unknown> {
  if (args.slice(positions.length).some((extra) => extra !== undefined)) {
    throw new TypeError(
      `${path} takes at most ${positions.length} ${positions.length === 1 ? 'argument' : 'arguments'}.`,
    )
  }
  for (const [index, known] of positions.entries()) if (known) requireKnownOptions(path, args[index], known)
  return method(...args)
}

/** @throws TypeError for options that are no object, and as {@link refuseUnknownOptions} does */
export function requireKnownOptions(path: string, given: unknown, known: readonly string[]): void {
  if (given === undefined) return
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new TypeError(`${path} takes an object with the options ${known.join(', ')}.`)
  }
  refuseUnknownOptions(path, given, known)
}

/** @throws TypeError naming an option that is not known, and what was probably meant */
export function refuseUnknownOptions(path: string, given: unknown, known: readonly string[]): void {
  if (typeof given !== 'object' || given === null) return
  for (const name of Object.keys(given)) {
    if (known.includes(name)) continue
    const closest = closestName(clip(name), known)
    const meant = closest === undefined ? `The options are ${known.join(', ')}.` : `Did you mean "${closest}"?`
    throw new TypeError(`${path} has no option "${clip(name)}". ${meant}`)
  }
}
