import { readFileSync } from 'node:fs'

interface Manifest {
  readonly devDependencies: Readonly<Record<string, string>>
}

const { devDependencies }: Manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))

/** The version of a library that Flagdeck is measured with or beside. */
export function pinnedVersion(library: string): string {
  const version = devDependencies[library]
  if (version === undefined) throw new Error(`bench/package.json does not name ${library}`)
  return version
}

/** All of them, each with its version. */
export function pinnedVersions(): string[] {
  return Object.entries(devDependencies)
    .filter(([name, version]) => !name.startsWith('@types/') && !version.startsWith('workspace:'))
    .map(([name, version]) => `${name} ${version}`)
}
