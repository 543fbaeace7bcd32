import { readFileSync } from 'node:fs'

/** Runs the `flagdeck` command with the arguments that follow its name. */
export async function main(_args: readonly string[]): Promise<void> {
  process.stdout.write(`flagdeck ${ownVersion()}\n`)
}

function ownVersion(): string {
  // The package.json lies one folder above this module, in the sources as in the published package.
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
  return manifest.version
}
