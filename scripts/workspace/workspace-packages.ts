import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Manifest, readManifest } from './manifest.ts'
import { workspaceRoot } from './workspace-root.ts'

export interface WorkspacePackage {
  /** Folder name below `packages/` or `examples/`. */
  readonly folder: string
  readonly directory: string
  readonly manifest: Manifest
}

/** Returns the packages of one folder of the workspace, in alphabetical order. */
export function workspacePackages(parent: 'packages' | 'examples' = 'packages'): readonly WorkspacePackage[] {
  const parentDirectory = join(workspaceRoot, parent)
  if (!existsSync(parentDirectory)) return []
  return readdirSync(parentDirectory)
    .sort()
    .map((folder) => ({ folder, directory: join(parentDirectory, folder) }))
    .filter(({ directory }) => existsSync(join(directory, 'package.json')))
    .map((found) => ({ ...found, manifest: readManifest(found.directory) }))
}

/** Returns the packages for the registry: all in `packages/` that are not private. */
export function publicPackages(): readonly WorkspacePackage[] {
  return workspacePackages().filter(({ manifest }) => !manifest.private)
}

/**
 * Whether the package is an application: its libraries are bundled, while those of a library are installed by the
 * program that uses it.
 */
export function isApplication({ manifest }: WorkspacePackage): boolean {
  return manifest.bin !== undefined
}
