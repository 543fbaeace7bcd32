import { isJsonObject } from '../foundation/json/json-value.ts'
import { type CompiledFlag, lazyFlag } from './compiled-flag.ts'
import type { FlagDefinition } from './definition/definitions.ts'
import type { MatchingRules } from './matching-rules.ts'

/** The flags that can be asked for; deleted ones cannot, and neither can what has no key. */
export function liveFlags(definitions: readonly FlagDefinition[], rules: MatchingRules): readonly CompiledFlag[] {
  return definitions.filter(isLive).map((definition) => lazyFlag(definition, rules))
}

function isLive(definition: FlagDefinition): boolean {
  return isJsonObject(definition) && typeof definition.key === 'string' && definition.deleted !== true
}
