import type { FlagDefinition } from '../evaluation/definitions.ts'

/**
 * Text of the flags that did not change, shared by the snapshots that follow from one another. The text of a flag that
 * depends on others has their keys in it and changes when they do; its portable form is a new object each time.
 */
const textOf = new WeakMap<FlagDefinition, string>()

/** The JSON of a definition, made once. */
export function definitionText(definition: FlagDefinition): string {
  const known = textOf.get(definition)
  if (known !== undefined) return known
  const text = JSON.stringify(definition)
  textOf.set(definition, text)
  return text
}
