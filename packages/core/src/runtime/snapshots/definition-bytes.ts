import type { FlagDefinition } from '../../evaluation/definition/definitions.ts'

const encoder = new TextEncoder()

/** Of flags that did not change, shared by the snapshots that follow from one another. */
const bytesOf = new WeakMap<FlagDefinition, Uint8Array>()

/** The JSON of a definition in UTF-8, made once. */
export function definitionBytes(definition: FlagDefinition): Uint8Array {
  const known = bytesOf.get(definition)
  if (known) return known
  const bytes = encoder.encode(JSON.stringify(definition))
  bytesOf.set(definition, bytes)
  return bytes
}

/** From now on, the bytes of a definition are a part of a document that has them and is kept anyway. */
export function moveDefinitionBytes(definition: FlagDefinition, part: Uint8Array): void {
  bytesOf.set(definition, part)
}
