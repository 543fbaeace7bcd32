const FACES = [
  'Everything',
  'core.Flagdeck',
  'core.EmbeddedOrganization',
  'core.EmbeddedProject',
  ...['activity', 'cohorts', 'dashboards', 'flags', 'groups', 'insights', 'persons', 'settings'].map(
    (part) => `core.EmbeddedProject['${part}']`,
  ),
]
const DEPTHS = [1, 2, 3, 4, 5, 6]

/** `Parts` expands a type this many levels, so that a declaration has to name the types at the last level. */
const PARTS = `
import type * as core from '@flagdeck/core'
export type Everything = typeof core
type Shut = string | number | boolean | null | undefined | Uint8Array | core.Store | core.CompiledSnapshot | core.Context | core.ProjectContext | core.EvaluationEvent['snapshot']
export type Less = [0, ...${JSON.stringify(DEPTHS.map((depth) => depth - 1))}]
export type Parts<T, Depth extends number> = Depth extends 0 ? T
  : T extends Shut ? T
  : T extends (...taken: infer Taken) => infer Answer ? [Parts<Taken, Less[Depth]>, Parts<Awaited<Answer>, Less[Depth]>]
  : T extends readonly (infer Item)[] ? Parts<Item, Depth>
  : T extends ReadonlyMap<unknown, infer Value> ? Parts<Value, Depth>
  : T extends object ? T extends infer Whole ? { [Key in keyof Whole as Exclude<Key, 'context'>]: Parts<Whole[Key], Less[Depth]> } : never
  : T
export declare function parts<Depth extends number>(): <T>(whole: T) => Parts<T, Depth>
`

/**
 * Returns a program that exports functions with inferred types: of all exports of `@flagdeck/core`, of the methods of a
 * deck, an organization and a project, and of the parts of what they take and return. Contexts, which are passed to
 * operations, stores and snapshots are not expanded.
 */
export function programOfInferredTypes(): string {
  const functions = FACES.flatMap((face, index) =>
    DEPTHS.map((depth) => `export const of${index}at${depth} = (face: ${face}) => parts<${depth}>()(face)`),
  )
  return [PARTS, ...functions].join('\n')
}
