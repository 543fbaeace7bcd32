import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The fields of a package.json that the scripts here read. */
export interface Manifest {
  readonly name: string
  readonly version: string
  readonly private?: boolean
  readonly license?: string
  readonly author?: string | { readonly name: string }
  readonly packageManager?: string
  readonly bin?: Readonly<Record<string, string>>
  /** In the workspace, entries point to sources; entries that only tests use are missing in `publishConfig`. */
  readonly exports?: Readonly<Record<string, string>>
  readonly publishConfig?: { readonly exports?: Readonly<Record<string, unknown>> }
  readonly scripts?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

/** Reads the package.json of a directory. */
export function readManifest(directory: string): Manifest {
  // npm or pnpm has accepted the package.json, so these fields have the right types.
  return JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as Manifest
}

/** Returns the names of all packages that a manifest depends on, for any purpose. */
export function declaredDependencies(manifest: Manifest): readonly string[] {
  const { dependencies, devDependencies, peerDependencies } = manifest
  return Object.keys({ ...dependencies, ...devDependencies, ...peerDependencies })
}

/**
 * Returns the entry points that programs may import from the published package, such as `.` and `./testing`, with their
 * sources.
 */
export function publishedEntries({ exports = {}, publishConfig }: Manifest): Readonly<Record<string, string>> {
  const published = Object.keys(publishConfig?.exports ?? {})
  return Object.fromEntries(Object.entries(exports).filter(([entry]) => published.includes(entry)))
}
