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
  readonly exports?: Readonly<Record<string, string>>
  readonly scripts?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

/** Reads the package.json of a directory. */
export function readManifest(directory: string): Manifest {
  // A package.json that npm or pnpm has accepted has these fields in these shapes.
  return JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as Manifest
}

/** Names of all packages that a manifest asks for, whatever for. */
export function declaredDependencies(manifest: Manifest): readonly string[] {
  const { dependencies, devDependencies, peerDependencies } = manifest
  return Object.keys({ ...dependencies, ...devDependencies, ...peerDependencies })
}
