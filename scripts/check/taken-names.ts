/** A name, with the module that it is imported from. */
export interface TakenName {
  readonly module: string
  /** With a dot for a member of a namespace or of the whole module; with `*` for all members. */
  readonly name: string
}

const LISTED = /\b(?:import|export)\s+(?:type\s+)?\{([^{}]*)\}\s*from\s*['"]([@\w/.-]+)['"]/g
const AWAITED = /\{([^{}]*)\}\s*=\s*await\s+import\(\s*['"]([@\w/.-]+)['"]\s*\)/g
const NAMED = /\b(?:import|export)\s+(?:type\s+)?\*\s*(?:as\s+(\w+)\s*)?from\s*['"]([@\w/.-]+)['"]/g
const CALLED = /\bimport\(\s*['"]([@\w/.-]+)['"]\s*\)\)?(?:\s*\.\s*(?!then\b)(\w+))?/g
const COMMENT = /\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g

/** Returns the names that a text imports from modules, in a program, a quoted program, or a block of code. */
export function takenNames(text: string): readonly TakenName[] {
  const code = text.replaceAll(COMMENT, '')
  const body = [LISTED, AWAITED, NAMED].reduce((rest, pattern) => rest.replaceAll(pattern, ''), code)
  const listed = matches(code, LISTED, AWAITED).flatMap(([, names = '', module = '']) =>
    namesIn(names).flatMap((name) => [
      { module, name },
      ...membersOf(body, name).map((member) => ({ module, name: `${name}.${member}` })),
    ]),
  )
  const named = matches(code, NAMED).flatMap(([, local, module = '']) =>
    (local === undefined ? ['*'] : membersOf(body, local)).map((name) => ({ module, name })),
  )
  const called = matches(body, CALLED).map(([, module = '', name = '*']) => ({ module, name }))
  return [...listed, ...named, ...called]
}

function matches(text: string, ...patterns: readonly RegExp[]): readonly RegExpMatchArray[] {
  return patterns.flatMap((pattern) => [...text.matchAll(pattern)])
}

/** Returns the original names in `a, type B, c as d` or in `a, c: d`. */
function namesIn(list: string): readonly string[] {
  return [...list.matchAll(/(?:^|,)\s*(?:type\s+)?(\w+)/g)].flatMap(([, name]) => name ?? [])
}

/** Returns the members that follow a name and a dot, and `*` where the name is used without a dot. */
function membersOf(code: string, name: string): readonly string[] {
  const uses = code.matchAll(new RegExp(`(?<![.\\w'])${name}\\b(?:\\.(\\w+)|(?!\\s*[:'(]))`, 'g'))
  return [...new Set([...uses].map(([, member = '*']) => member))]
}
