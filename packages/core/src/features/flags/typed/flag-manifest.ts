import { isJson, type JsonValue } from '../../../foundation/json/json-value.ts'
import { compareText } from '../../../foundation/lists/compare-text.ts'
import type { ProjectContext } from '../../../runtime/context.ts'
import { type FlagShape, type FlagSource, flagShapes } from './flag-shape.ts'
import { readFlags } from './read-flags.ts'

/** The types of flags in OpenFeature's manifest. */
export const MANIFEST_TYPES = ['boolean', 'string', 'integer', 'float', 'object'] as const
/** One of {@link MANIFEST_TYPES}. */
export type ManifestType = (typeof MANIFEST_TYPES)[number]

/** A flag in OpenFeature's manifest, in the form of its manifest API. */
export interface ManifestFlag {
  readonly key: string
  readonly name: string
  readonly type: ManifestType
  readonly description: string | null
  /** The value that callers use when there is no result: off, the first variant, or a short payload. */
  readonly defaultValue: JsonValue
}

/** The maximum length of a payload that is used as a default. */
const MAX_DEFAULT = 1000

/** Returns OpenFeature's manifest of the flags that are in use, by key (TYPES-8). */
function flagManifest(sources: readonly FlagSource[]): readonly ManifestFlag[] {
  return flagShapes(sources).map((shape) => ({
    key: shape.key,
    name: shape.key,
    description: shape.description === '' ? null : shape.description,
    ...typeAndDefault(shape),
  }))
}

/** Returns {@link flagManifest} of a project. It holds only the returned parts of each flag in memory. */
export async function projectManifest(ctx: ProjectContext): Promise<readonly ManifestFlag[]> {
  const flags = await readFlags(ctx, (source) => flagManifest([source]))
  return flags.flat().sort((a, b) => compareText(a.key, b.key))
}

/** Returns the manifest as a file for OpenFeature's command. */
export function manifestText(sources: readonly FlagSource[]): string {
  const flags = flagManifest(sources).map(({ key, type, description, defaultValue }) => [
    key,
    { flagType: type, defaultValue, ...(description === null ? {} : { description }) },
  ])
  return `${JSON.stringify({ flags: Object.fromEntries(flags) }, null, 2)}\n`
}

function typeAndDefault({ kind, variants, payloads }: FlagShape): Pick<ManifestFlag, 'type' | 'defaultValue'> {
  switch (kind) {
    case 'boolean':
      return { type: 'boolean', defaultValue: false }
    case 'variant':
      return { type: 'string', defaultValue: variants[0] ?? '' }
    case 'payload':
      return configured(payloads?.find((payload) => payload !== null) ?? {})
  }
}

function configured(payload: JsonValue): Pick<ManifestFlag, 'type' | 'defaultValue'> {
  switch (typeof payload) {
    case 'boolean':
      return { type: 'boolean', defaultValue: payload }
    case 'string':
      return { type: 'string', defaultValue: payload.length > MAX_DEFAULT ? '' : payload }
    case 'number':
      return { type: Number.isInteger(payload) ? 'integer' : 'float', defaultValue: payload }
    default:
      return { type: 'object', defaultValue: isShort(payload) ? payload : Array.isArray(payload) ? [] : {} }
  }
}

/** Whether JSON is short. JSON that nests too deeply to be written is not. */
function isShort(payload: JsonValue): boolean {
  return isJson(payload) && JSON.stringify(payload).length <= MAX_DEFAULT
}
