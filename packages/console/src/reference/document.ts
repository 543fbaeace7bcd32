/** The parts of a JSON Schema that are shown. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly additionalProperties?: Schema | boolean
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
}

export interface Parameter {
  readonly $ref?: string
  readonly name: string
  readonly in: 'path' | 'query' | 'header' | 'cookie'
  readonly required?: boolean
  readonly description?: string
  readonly schema?: Schema
}

type Content = Readonly<Record<string, { readonly schema?: Schema }>>

interface Answer {
  readonly $ref?: string
  readonly description?: string
  readonly content?: Content
}

interface Described {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly tags: readonly string[]
  readonly deprecated?: boolean
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly required?: boolean; readonly content: Content }
  readonly responses: Readonly<Record<string, Answer>>
}

/** The parts of an OpenAPI document that are shown. */
export interface ApiDocument {
  readonly info: { readonly title: string; readonly version: string }
  readonly tags: readonly { readonly name: string; readonly description?: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  readonly components: Readonly<Record<string, unknown>>
}

/** One operation, with its references resolved. */
export interface Operation extends Described {
  readonly method: string
  readonly path: string
  readonly parameters: readonly Parameter[]
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

export function operationsOf(api: ApiDocument): readonly Operation[] {
  return Object.entries(api.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const described = item[method]
      if (!described) return []
      const parameters = (described.parameters ?? []).map((each) => followed(api, each))
      return [{ ...described, method: method.toUpperCase(), path, parameters }]
    }),
  )
}

/** Returns the part that a reference names, or the part itself if it is no reference. */
export function followed<Part extends { readonly $ref?: string }>(api: ApiDocument, part: Part): Part {
  if (part.$ref === undefined) return part
  const names = part.$ref.split('/').slice(1)
  const found = names.reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], api)
  return (found ?? {}) as Part // references in the document name parts of the same kind
}

/** Returns the operations whose path, summary or id contains every word. */
export function matching(operations: readonly Operation[], search: string): readonly Operation[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return operations.filter(({ method, path, summary, operationId }) => {
    const text = `${method} ${path} ${summary} ${operationId}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** Returns the schema of JSON in a request or response body. */
export function jsonOf(content: Content | undefined): Schema | undefined {
  return content?.['application/json']?.schema
}
