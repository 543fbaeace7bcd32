import { readFileSync } from 'node:fs'

/** Returns the release of this program. */
export function ownVersion(): string {
  // The package.json is one folder above this module, both in the sources and in the published package.
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
  return manifest.version
}
