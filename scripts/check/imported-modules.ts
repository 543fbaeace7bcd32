import { parseSync } from 'oxc-parser'

const STRING_LITERAL = /^(['"`])(.*)\1$/s

/** The specifiers of every import and re-export in a JavaScript or TypeScript file, types included, each once. */
export function importedModules(path: string, source: string): readonly string[] {
  return [...new Set([...staticImports(path, source), ...dynamicImports(path, source)])]
}

/** The specifiers of `import … from` and `export … from`. */
export function staticImports(path: string, source: string): readonly string[] {
  const { staticImports, staticExports } = parseSync(path, source).module
  const exported = staticExports.flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest?.value))
  return [...staticImports.map(({ moduleRequest }) => moduleRequest.value), ...exported].filter(isKnown)
}

/** The specifiers of `import('…')`; those that are computed are not known before they run, and are left out. */
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
