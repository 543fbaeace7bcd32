import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PackedPackage } from './packed-package.ts'
import { runOrThrow } from './run-or-throw.ts'

/** Installs the tarballs with npm into an empty project, without any install script, and returns its folder. */
export async function createConsumerProject(folder: string, packages: readonly PackedPackage[]): Promise<string> {
  const directory = join(folder, 'consumer')
  mkdirSync(directory)
  const tarballs = Object.fromEntries(packages.map(({ name, tarball }) => [name, `file:${tarball}`]))
  // The overrides let the packages find each other's tarballs, because none of them is on the registry yet.
  const manifest = { name: 'consumer', private: true, type: 'module', dependencies: tarballs, overrides: tarballs }
  writeFileSync(join(directory, 'package.json'), JSON.stringify(manifest))
  await npmInstall(directory)
  return directory
}

/** Installs Node releases in parallel folders; returns the path of each binary. */
export async function installNodeReleases<Version extends string>(
  folder: string,
  versions: readonly Version[],
): Promise<Readonly<Record<Version, string>>> {
  const directory = join(folder, 'node-releases')
  mkdirSync(directory)
  const dependencies = Object.fromEntries(
    versions.map((version) => [`node-${version}`, `npm:${nodePackage}@${version}`]),
  )
  writeFileSync(join(directory, 'package.json'), JSON.stringify({ private: true, dependencies }))
  await npmInstall(directory, '--no-bin-links')
  const binaries = versions.map((version) => [version, join(directory, `node_modules/node-${version}/bin/node`)])
  // The keys are exactly the requested versions.
  return Object.fromEntries(binaries) as Record<Version, string>
}

const nodePackage = `node-${process.platform}-${process.arch}`

/** Installs a release of Deno; returns the path of its binary. */
export async function installDeno(folder: string, version: string): Promise<string> {
  const directory = join(folder, 'deno-release')
  mkdirSync(directory)
  const name = `@deno/${process.platform}-${process.arch}${process.platform === 'linux' ? '-glibc' : ''}`
  writeFileSync(join(directory, 'package.json'), JSON.stringify({ private: true, dependencies: { [name]: version } }))
  await npmInstall(directory, '--no-bin-links')
  return join(directory, 'node_modules', name, 'deno')
}

async function npmInstall(directory: string, ...options: readonly string[]): Promise<void> {
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline']
  await runOrThrow('npm', ['install', ...quiet, ...options], { cwd: directory })
}
