import { readFileSync } from 'node:fs'

/** The release of this program. */
export function ownVersion(): string {
  // The package.json lies one folder above this module, in the sources as in the published package.
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
  return manifest.version
}
