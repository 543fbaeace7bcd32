import { parseSync } from 'oxc-parser'

/** One import or re-export. */
export interface Import {
  readonly specifier: string
  /** Counted from 1. */
  readonly line: number
}

const STRING_LITERAL = /^(['"`])(.*)\1$/s

/**
 * Returns the specifiers of all imports and re-exports in a JavaScript or TypeScript file, including type imports, each
 * once.
 */
export function importedModules(path: string, source: string): readonly string[] {
  return [...new Set(importsIn(path, source).map(({ specifier }) => specifier))]
}

/**
 * Returns all imports and re-exports with their lines, including type imports; each module once, at its first position.
 */
export function importsIn(path: string, source: string): readonly Import[] {
  const { staticImports, staticExports, dynamicImports } = parseSync(path, source).module
  const requests = [
    ...staticImports.map(({ moduleRequest }) => moduleRequest),
    ...staticExports.flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest)),
    ...dynamicImports.map(({ moduleRequest }) => moduleRequest),
  ]
  const found = new Map<string, Import>()
  for (const request of requests) {
    const specifier = request ? literalText(source.slice(request.start, request.end)) : undefined
    if (!request || specifier === undefined || found.has(specifier)) continue
    found.set(specifier, { specifier, line: source.slice(0, request.start).split('\n').length })
  }
  return [...found.values()]
}

/** Returns the specifiers of `import … from` and `export … from`. */
export function staticImports(path: string, source: string): readonly string[] {
  const { staticImports, staticExports } = parseSync(path, source).module
  const exported = staticExports.flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest?.value))
  return [...staticImports.map(({ moduleRequest }) => moduleRequest.value), ...exported].filter(isKnown)
}

/**
 * Returns the specifiers of `import('…')`. Computed specifiers are unknown before the program runs, and are left out.
 */
export function dynamicImports(path: string, source: string): readonly string[] {
  return parseSync(path, source)
    .module.dynamicImports.map(({ moduleRequest: { start, end } }) => literalText(source.slice(start, end)))
    .filter(isKnown)
}

function literalText(expression: string): string | undefined {
  return STRING_LITERAL.exec(expression)?.[2]
}

function isKnown(specifier: string | undefined): specifier is string {
  return specifier !== undefined
}
