import { readFileSync } from 'node:fs'

interface Manifest {
  readonly devDependencies: Readonly<Record<string, string>>
}

const { devDependencies }: Manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))

/** Returns the version of a library that is measured or used for the measurement. */
export function pinnedVersion(library: string): string {
  const version = devDependencies[library]
  if (version === undefined) throw new Error(`bench/package.json does not name ${library}`)
  return version
}

/** Returns all libraries with their versions. */
export function pinnedVersions(): string[] {
  return Object.entries(devDependencies)
    .filter(([name, version]) => !name.startsWith('@types/') && !version.startsWith('workspace:'))
    .map(([name, version]) => `${name} ${version}`)
}
