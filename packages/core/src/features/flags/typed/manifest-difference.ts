import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  jsonEquals,
  parseJson,
} from '../../../foundation/json/json-value.ts'
import { manifestText } from './flag-manifest.ts'
import type { FlagSource } from './flag-shape.ts'

/**
 * Returns a sentence for each flag that differs between a manifest file and the flags; empty when they agree (TYPES-6).
 */
export function manifestDifference(file: string, sources: readonly FlagSource[]): readonly string[] {
  const [before, now] = [flagsIn(file), flagsIn(manifestText(sources))]
  const keys = [...new Set([...Object.keys(before), ...Object.keys(now)])].sort()
  return keys.flatMap((key) => differenceOf(key, before[key], now[key]))
}

function differenceOf(key: string, before: JsonValue | undefined, now: JsonValue | undefined): readonly string[] {
  if (before === undefined) return [`${key}: the flag is missing from the manifest.`]
  if (now === undefined) return [`${key}: the flag no longer exists.`]
  if (jsonEquals(undescribed(before), undescribed(now))) return []
  return [`${key}: it is ${JSON.stringify(before)} in the manifest, but ${JSON.stringify(now)} now.`]
}

/** Removes the description of a flag, which does not affect its type. */
function undescribed(flag: JsonValue): JsonValue {
  if (!isJsonObject(flag)) return flag
  const { description: _, ...rest } = flag
  return rest
}

function flagsIn(text: string): JsonObject {
  const manifest = parseJson(text)
  return isJsonObject(manifest) && isJsonObject(manifest.flags) ? manifest.flags : {}
}
