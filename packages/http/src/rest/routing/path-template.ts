/** A path as the OpenAPI document writes it: `/api/projects/{project_id}/feature_flags/{id}/`. */
export type PathTemplate = `/${string}`

/** The names in braces, as a union of string literals. */
export type PathParam<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParam<Rest>
  : never

const PLACEHOLDER = /\{([^{}]*)\}/g

/** The names in braces, in the order of the path. */
export function pathParamNames(path: string): string[] {
  return [...path.matchAll(PLACEHOLDER)].map(([, name = '']) => name)
}

/** The path with every placeholder replaced by the result of `replace` for its name. */
export function fillPath(path: string, replace: (name: string) => string): string {
  return path.replace(PLACEHOLDER, (_, name: string) => replace(name))
}
