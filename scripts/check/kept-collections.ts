import { type Node, parseSync } from 'oxc-parser'

/** A cache or collection in the sources that outlives the call that created it. */
export interface KeptCollection {
  readonly name: string
  readonly line: number
  /** The text after `Bound:` in the comment next to it; undefined without such a comment. */
  readonly bound: string | undefined
}

/** A comment that states a bound. */
export interface BoundComment {
  readonly line: number
  readonly text: string
}

const COLLECTIONS: ReadonlySet<string> = new Set(['Map', 'Set', 'LRUCache', 'Array'])
const GROWING: ReadonlySet<string> = new Set(['set', 'add', 'push', 'unshift', 'splice'])
const BOUND = /\bBound: (.+?)\.?\s*$/m

type Parent = Node | undefined
type AnyNode = Node & Readonly<Record<string, unknown>>

/**
 * Returns collections that outlive the call that creates them: constants of a module, fields of classes, properties of
 * objects, and variables of a function that its returned functions use. Excluded are local variables, whose lifetime is
 * the call, and weak collections, whose lifetime is that of their keys.
 */
export function keptCollections(path: string, source: string): readonly KeptCollection[] {
  if (!/\bnew (Map|Set|LRUCache|Array)\b|\[\]/.test(source)) return []
  const lineAt = lineFinder(source)
  const bounds = boundComments(path, source)
  const found = new Map<string, KeptCollection>()
  visit(parseSync(path, source).program, [], (node, parents) => {
    const kept = isCollection(node) ? keptAs(node, parents, source) : undefined
    if (!kept) return
    const line = lineAt(kept.node.start)
    // A field is declared once, and may be assigned again elsewhere.
    const key = isMemberOfThis(kept.node) ? kept.name : `${kept.name} in line ${line}`
    if (!found.has(key)) found.set(key, { name: kept.name, line, bound: boundBeside(bounds, line) })
  })
  return [...found.values()]
}

/** Returns every comment of a file that states a bound. */
export function boundComments(path: string, source: string): readonly BoundComment[] {
  if (!source.includes('Bound:')) return []
  const lineAt = lineFinder(source)
  return parseSync(path, source).comments.flatMap(({ value, end }) => {
    const text = BOUND.exec(value.replace(/\*$/, ''))?.[1]
    return text === undefined ? [] : [{ line: lineAt(end - 1), text: text.trim() }]
  })
}

function boundBeside(bounds: readonly BoundComment[], line: number): string | undefined {
  return bounds.find((bound) => bound.line === line || bound.line === line - 1)?.text
}

function isCollection(node: AnyNode): boolean {
  if (node.type === 'ArrayExpression') return node.elements.length === 0
  return node.type === 'NewExpression' && node.callee.type === 'Identifier' && COLLECTIONS.has(node.callee.name)
}

interface Kept {
  readonly name: string
  /** The declaration next to the comment. */
  readonly node: AnyNode
}

function keptAs(node: AnyNode, parents: readonly AnyNode[], source: string): Kept | undefined {
  const holder = parents.findLast(({ type }) => !TRANSPARENT.has(type))
  switch (holder?.type) {
    case 'PropertyDefinition':
      return { name: nameOf(holder.key, source), node: holder }
    case 'AssignmentExpression':
      return isField(holder.left) ? keptField(holder, nameOf(holder.left.property, source), parents, source) : undefined
    case 'Property':
      return isEmptyCollection(node) ? { name: nameOf(holder.key, source), node: holder } : undefined
    case 'VariableDeclarator':
      return keptVariable(node, holder, parents)
    case 'ReturnStatement':
    case 'ArrowFunctionExpression':
      return isLruCache(node) ? { name: 'LRUCache', node: holder } : undefined
    default:
      return undefined
  }
}

/** Returns a field that is assigned outside its declaration. The comment is next to its declaration, if it has one. */
function keptField(assignment: AnyNode, name: string, parents: readonly AnyNode[], source: string): Kept {
  const body = parents.findLast(({ type }) => type === 'ClassBody')
  const members = body?.type === 'ClassBody' ? body.body : []
  const declared = members.find((member) => member.type === 'PropertyDefinition' && nameOf(member.key, source) === name)
  return { name, node: (declared as AnyNode | undefined) ?? assignment } // every node can be read as one
}

function isMemberOfThis({ type }: AnyNode): boolean {
  return type === 'PropertyDefinition' || type === 'AssignmentExpression'
}

/** Nodes that may be between a collection and its holder. */
const TRANSPARENT: ReadonlySet<string> = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'ParenthesizedExpression'])

function isField(left: Node): left is Extract<Node, { type: 'MemberExpression' }> {
  return left.type === 'MemberExpression' && left.object.type === 'ThisExpression'
}

/** Whether a collection is created empty, to be filled later. Arrays of objects usually have contents. */
function isEmptyCollection(node: AnyNode): boolean {
  return node.type === 'NewExpression' && (node.arguments.length === 0 || isLruCache(node))
}

function isLruCache(node: AnyNode): boolean {
  return node.type === 'NewExpression' && node.callee.type === 'Identifier' && node.callee.name === 'LRUCache'
}

function keptVariable(node: AnyNode, declarator: AnyNode, parents: readonly AnyNode[]): Kept | undefined {
  if (declarator.type !== 'VariableDeclarator' || declarator.id.type !== 'Identifier') return undefined
  const { name } = declarator.id
  const declaration = parents[parents.indexOf(declarator) - 1] ?? declarator
  const maker = parents.findLast(isFunction)
  const isOutliving = maker ? handsOut(maker, name) : true
  const whole = maker ?? parents[0] ?? declarator
  const isGrowing = isLruCache(node) || grows(whole, name)
  return isOutliving && isGrowing ? { name, node: declaration } : undefined
}

function grows(scope: AnyNode, name: string): boolean {
  return (
    some(scope, (node) => {
      if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return false
      const { object, property } = node.callee
      return isNamed(object, name) && property.type === 'Identifier' && GROWING.has(property.name)
    }) || some(scope, (node) => isGivenAway(node, name))
  )
}

/** Whether the collection is passed to another function, which may fill it. */
function isGivenAway(node: AnyNode, name: string): boolean {
  return node.type === 'CallExpression' && node.arguments.some((argument) => isNamed(argument, name))
}

/** Whether a function returns functions, and one of its inner functions, except plain arguments, uses the variable. */
function handsOut(maker: AnyNode, name: string): boolean {
  return (
    some(maker, (node, parents) => isNamed(node, name) && parents.some(isListener)) ||
    (answersFunctions(maker) &&
      some(maker, (node, parents) => {
        if (!isNamed(node, name)) return false
        const between = parents.slice(1).filter(isFunction)
        return between.some((inner) => parents[parents.indexOf(inner) - 1]?.type !== 'CallExpression')
      }))
  )
}

/** Methods whose arguments are called repeatedly. */
const LISTENING: ReadonlySet<string> = new Set(['on', 'addListener', 'addEventListener', 'subscribe'])

function isListener(node: AnyNode): boolean {
  if (node.type !== 'CallExpression') return false
  const name = node.callee.type === 'MemberExpression' ? node.callee.property : node.callee
  return (name.type === 'Identifier' && LISTENING.has(name.name)) || isNamed(name, 'setInterval')
}

function answersFunctions(maker: AnyNode): boolean {
  const inner = new Set<string>()
  some(maker, (node, parents) => {
    if (node.type === 'FunctionDeclaration' && node.id && parents.length > 0) inner.add(node.id.name)
    if (
      node.type === 'VariableDeclarator' &&
      node.id.type === 'Identifier' &&
      node.init &&
      isFunction(node.init as AnyNode)
    )
      inner.add(node.id.name)
    return false
  })
  const isHandedOut = (node: Node | null | undefined): boolean =>
    !!node &&
    (isFunction(node as AnyNode) ||
      (node.type === 'Identifier' && inner.has(node.name)) ||
      (node.type === 'ObjectExpression' &&
        node.properties.some((each) => each.type === 'Property' && (each.kind !== 'init' || isHandedOut(each.value)))))
  if (maker.type === 'ArrowFunctionExpression' && maker.expression) return isHandedOut(maker.body)
  return some(maker, (node, parents) => {
    return node.type === 'ReturnStatement' && parents.filter(isFunction).length === 1 && isHandedOut(node.argument)
  })
}

function isFunction(node: AnyNode): boolean {
  return /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type)
}

function isNamed(node: Parent, name: string): boolean {
  return node?.type === 'Identifier' && node.name === name
}

function nameOf({ start, end }: { readonly start: number; readonly end: number }, source: string): string {
  return source.slice(start, end)
}

function some(root: AnyNode, is: (node: AnyNode, parents: readonly AnyNode[]) => boolean): boolean {
  let found = false
  visit(root, [], (node, parents) => {
    found ||= is(node, parents)
  })
  return found
}

/** Visits a node and its descendants with their ancestors, outermost first. */
function visit(
  node: Node,
  parents: readonly AnyNode[],
  take: (node: AnyNode, parents: readonly AnyNode[]) => void,
): void {
  const known = node as AnyNode // a node is an object, whose parts are read by name here
  take(known, parents)
  const within = [...parents, known]
  for (const part of Object.values(known)) {
    for (const each of Array.isArray(part) ? part : [part]) if (isNode(each)) visit(each, within, take)
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

function lineFinder(source: string): (offset: number) => number {
  return (offset) => source.slice(0, offset).split('\n').length
}
