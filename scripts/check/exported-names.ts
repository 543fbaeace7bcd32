import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { type ParseResult, parseSync } from 'oxc-parser'
import { inWorkspace } from '../workspace/source-files.ts'

/** Reads a file that is given by its path from the checkout's root. */
export type ReadSource = (path: string) => string

/** A name that an entry point exports, with the file that declares it, where its name may be different. */
export interface ExportedName {
  readonly name: string
  readonly path: string
  readonly declaredAs: string
}

const fromDisk: ReadSource = (path) => readFileSync(inWorkspace(path), 'utf8')

/**
 * Returns everything that an entry point exports. A namespace is a name of the entry point. Its members follow, with
 * the namespace and a dot before their names.
 */
export function exportedNames(entry: string, read: ReadSource = fromDisk): readonly ExportedName[] {
  const { staticExports } = parseSync(entry, read(entry)).module
  return staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, importName, exportName: { name } }) => {
      const path = moduleRequest && posix.join(posix.dirname(entry), moduleRequest.value)
      if (path && !name) return exportedNames(path, read)
      if (!name) return []
      if (path && importName.name) return [{ name, path, declaredAs: importName.name }]
      const inside = path ? exportedNames(path, read) : []
      return [
        { name, path: entry, declaredAs: name },
        ...inside.map((each) => ({ ...each, name: `${name}.${each.name}` })),
      ]
    }),
  )
}

/** Returns `path:line: name` for everything that an entry point exports without a TSDoc sentence. */
export function undocumentedNames(entry: string, read: ReadSource = fromDisk): readonly string[] {
  const lines = exportedNames(entry, read).flatMap(({ declaredAs: name, path }) => {
    const source = read(path)
    const { program, comments } = parseSync(path, source)
    const start = program.body.find((statement) => declares(statement, name))?.start
    if (start === undefined) return []
    const isDocumented = comments.some(
      ({ value, end }) => value.startsWith('*') && end <= start && source.slice(end, start).trim() === '',
    )
    return isDocumented ? [] : [`${path}:${source.slice(0, start).split('\n').length}: ${name}`]
  })
  return [...new Set(lines)]
}

function declares(statement: ParseResult['program']['body'][number], name: string): boolean {
  if (statement.type !== 'ExportNamedDeclaration' || !statement.declaration) return false
  const { declaration } = statement
  const ids =
    declaration.type === 'VariableDeclaration' ? declaration.declarations.map(({ id }) => id) : [declaration.id]
  return ids.some((id) => id?.type === 'Identifier' && id.name === name)
}
