import { parseSync } from 'oxc-parser'

const STRING_LITERAL = /^(['"`])(.*)\1$/s

/** The specifiers of every static and dynamic import and re-export in a TypeScript file, types included. */
export function importedModules(path: string, source: string): readonly string[] {
  const { module } = parseSync(path, source)
  const exported = module.staticExports.flatMap(({ entries }) =>
    entries.map(({ moduleRequest }) => moduleRequest?.value),
  )
  const dynamic = module.dynamicImports.map(({ moduleRequest: { start, end } }) =>
    literalText(source.slice(start, end)),
  )
  const all = [...module.staticImports.map(({ moduleRequest }) => moduleRequest.value), ...exported, ...dynamic]
  return [...new Set(all.filter((specifier) => specifier !== undefined))]
}

/** `undefined` for an expression: what it names is not known before it runs. */
function literalText(expression: string): string | undefined {
  return STRING_LITERAL.exec(expression)?.[2]
}
