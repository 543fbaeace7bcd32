import { type Node, parseSync, visitorKeys } from 'oxc-parser'

/** The types that the declaration of a name exposes. */
export interface Mentions {
  /** Types that its functions take or return. */
  readonly ofFunctions: readonly string[]
  /** Other types of it: of properties, extended types, aliased types. */
  readonly ofParts: readonly string[]
}

/** Nodes that are functions. Their parameters and results are exposed, their bodies are not. */
const FUNCTIONS: ReadonlySet<string> = new Set([
  'ArrowFunctionExpression',
  'FunctionDeclaration',
  'FunctionExpression',
  'TSCallSignatureDeclaration',
  'TSConstructSignatureDeclaration',
  'TSDeclareFunction',
  'TSFunctionType',
  'TSMethodSignature',
])
/** The exposed parts of a function, and of a member of a class. */
const SEEN_OF_FUNCTION = ['typeParameters', 'params', 'returnType']
/** Nodes with values: users of a value get its type from the compiler. */
const UNSEEN: ReadonlySet<string> = new Set(['BlockStatement', 'StaticBlock', 'CallExpression', 'ObjectExpression'])

/** Returns the types that each name declared in a file mentions, by that name. */
export function mentionedTypes(path: string, source: string): ReadonlyMap<string, Mentions> {
  const declared = parseSync(path, source).program.body.flatMap((statement) => declarationsIn(statement))
  return new Map(declared.map(([name, node]) => [name, mentionsOf(node)]))
}

function declarationsIn(statement: Node): readonly (readonly [string, Node])[] {
  switch (statement.type) {
    case 'ExportNamedDeclaration':
      return statement.declaration ? declarationsIn(statement.declaration) : []
    case 'VariableDeclaration':
      return statement.declarations.flatMap((each) => (each.id.type === 'Identifier' ? [[each.id.name, each]] : []))
    case 'FunctionDeclaration':
    case 'TSDeclareFunction':
    case 'ClassDeclaration':
    case 'TSInterfaceDeclaration':
    case 'TSTypeAliasDeclaration':
      return statement.id ? [[statement.id.name, statement]] : []
    default:
      return []
  }
}

function mentionsOf(declaration: Node): Mentions {
  const ofFunctions = new Set<string>()
  const ofParts = new Set<string>()
  const visit = (node: Node, isOfFunction: boolean): void => {
    const name = mentionedBy(node)
    if (name !== undefined) (isOfFunction ? ofFunctions : ofParts).add(name)
    for (const child of seenChildren(node)) visit(child, isOfFunction || FUNCTIONS.has(node.type))
  }
  visit(declaration, false)
  return { ofFunctions: [...ofFunctions], ofParts: [...ofParts] }
}

function mentionedBy(node: Node): string | undefined {
  switch (node.type) {
    case 'TSTypeReference':
      return node.typeName.type === 'Identifier' ? node.typeName.name : undefined
    case 'TSTypeQuery':
      return node.exprName.type === 'Identifier' ? node.exprName.name : undefined
    case 'TSInterfaceHeritage':
    case 'TSClassImplements':
      return node.expression.type === 'Identifier' ? node.expression.name : undefined
    case 'ClassDeclaration':
      return node.superClass?.type === 'Identifier' ? node.superClass.name : undefined
    default:
      return undefined
  }
}

function seenChildren(node: Node): readonly Node[] {
  if (isHidden(node)) return []
  const keys = FUNCTIONS.has(node.type) ? SEEN_OF_FUNCTION : (visitorKeys[node.type] ?? [])
  // The parser's keys are those of the children, each a node, a list of nodes with gaps, or nothing.
  const children = keys.map((key) => (node as unknown as Record<string, Node | readonly (Node | null)[] | null>)[key])
  return children.flatMap((child) => child ?? []).filter((child): child is Node => child !== null)
}

function isHidden(node: Node): boolean {
  if (UNSEEN.has(node.type)) return true
  if (node.type !== 'MethodDefinition' && node.type !== 'PropertyDefinition') return false
  return node.key.type === 'PrivateIdentifier' || node.accessibility === 'private'
}
