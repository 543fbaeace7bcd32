import type { PageRequest } from '../foundation/pagination/page.ts'
import { clip } from '../foundation/validation/clip.ts'
import { closestName } from '../foundation/validation/closest-name.ts'
import { fieldNames } from '../foundation/validation/read-only-fields.ts'

/**
 * For each method with options, the option names by the position of the argument; null for other arguments. The list
 * contains all arguments, so that an additional one is refused, such as options of a method that has none.
 */
type OptionsOfMethods<Methods> = { readonly [Name in keyof Methods]?: readonly (readonly string[] | null)[] }

/** The names of the options that select a page of a list. */
export const PAGE_OPTIONS = fieldNames<PageRequest>({ limit: true, offset: true })

/**
 * Returns the same methods, which reject when they receive an unknown option (EMBED-45): a misspelt filter would list
 * everything.
 *
 * @param path the name by which callers know the methods, such as `flags`
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

/**
 * Refuses unknown options.
 * @throws TypeError for options that are no object, and as {@link refuseUnknownOptions} does
 */
export function requireKnownOptions(path: string, given: unknown, known: readonly string[]): void {
  if (given === undefined) return
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new TypeError(`${path} takes an object with the options ${known.join(', ')}.`)
  }
  refuseUnknownOptions(path, given, known)
}

/**
 * Refuses unknown options, for callers without a compiler (EMBED-45).
 * @throws TypeError that names the unknown option and suggests a known one
 */
export function refuseUnknownOptions(path: string, given: unknown, known: readonly string[]): void {
  if (typeof given !== 'object' || given === null) return
  for (const name of Object.keys(given)) {
    if (known.includes(name)) continue
    const closest = closestName(clip(name), known)
    const meant = closest === undefined ? `The options are ${known.join(', ')}.` : `Did you mean "${closest}"?`
    throw new TypeError(`${path} has no option "${clip(name)}". ${meant}`)
  }
}
