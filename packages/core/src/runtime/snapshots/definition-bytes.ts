import type { FlagDefinition } from '../../evaluation/definition/definitions.ts'

const encoder = new TextEncoder()

/** The bytes of each definition. Successive snapshots share the definitions of unchanged flags, and so their bytes. */
const bytesOf = new WeakMap<FlagDefinition, Uint8Array>()

/** Returns the JSON of a definition in UTF-8, encoded once. */
export function definitionBytes(definition: FlagDefinition): Uint8Array {
  const known = bytesOf.get(definition)
  if (known) return known
  const bytes = encoder.encode(JSON.stringify(definition))
  bytesOf.set(definition, bytes)
  return bytes
}

/** Replaces the bytes of a definition by a part of a document that contains them and stays in memory anyway. */
export function moveDefinitionBytes(definition: FlagDefinition, part: Uint8Array): void {
  bytesOf.set(definition, part)
}
