import { mkdirSync, readdirSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { publishedEntries } from '../../scripts/workspace/manifest.ts'
import { isApplication, publicPackages, type WorkspacePackage } from '../../scripts/workspace/workspace-packages.ts'
import { runOrThrow } from './run-or-throw.ts'

/** A package in its published form. */
export interface PackedPackage {
  readonly name: string
  readonly version: string
  readonly isApplication: boolean
  /** The entry points that programs may import: `@flagdeck/core`, `@flagdeck/core/testing`. */
  readonly entries: readonly string[]
  readonly tarball: string
  /** The folder with the unpacked contents of the tarball. */
  readonly directory: string
  /** Paths relative to `directory`. */
  readonly files: readonly string[]
}

/** Builds all public packages from scratch and packs them into a folder. */
export async function packPackages(folder: string): Promise<readonly PackedPackage[]> {
  await runOrThrow('node', ['scripts/pack.ts', folder])
  return Promise.all(publicPackages().map((workspacePackage) => unpack(workspacePackage, folder)))
}

async function unpack(workspacePackage: WorkspacePackage, folder: string): Promise<PackedPackage> {
  const { name, version } = workspacePackage.manifest
  const tarball = join(folder, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`)
  const directory = join(folder, basename(tarball, '.tgz'))
  mkdirSync(directory)
  await runOrThrow('tar', ['-xzf', tarball, '-C', directory, '--strip-components=1'])
  return {
    name,
    version,
    isApplication: isApplication(workspacePackage),
    entries: Object.keys(publishedEntries(workspacePackage.manifest)).map((path) => `${name}${path.slice(1)}`),
    tarball,
    directory,
    files: filesIn(directory),
  }
}

function filesIn(directory: string): readonly string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)))
}
