import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isApplication, publicPackages, type WorkspacePackage } from '../workspace/workspace-packages.ts'
import { buildConsole, copyConsole } from './build-console.ts'
import { buildPackage, FINGERPRINT_FILE } from './build-package.ts'
import { sourceFingerprint } from './source-fingerprint.ts'

/** Builds the server's JavaScript, unless the last build was made from the same sources. */
export async function buildApplications(): Promise<void> {
  const fingerprint = sourceFingerprint()
  await Promise.all(
    publicPackages()
      .filter(isApplication)
      .map((application) => buildUnlessFresh(application, fingerprint)),
  )
}

async function buildUnlessFresh(application: WorkspacePackage, fingerprint: string): Promise<void> {
  const stampFile = join(application.directory, 'dist', FINGERPRINT_FILE)
  if (readIfThere(stampFile) === fingerprint) return
  await Promise.all([buildPackage(application), buildConsole()])
  copyConsole(application.directory)
  writeFileSync(stampFile, fingerprint)
}

function readIfThere(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}
