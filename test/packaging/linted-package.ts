import { readFileSync } from 'node:fs'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'

/** Only ESM is published, and only resolvers that support `exports` find it. */
const IGNORED_RESOLUTIONS = ['node10', 'node16-cjs']

/** Returns publint's warnings about a tarball. */
export async function publintProblems(tarball: string): Promise<readonly string[]> {
  const { buffer } = Uint8Array.from(readFileSync(tarball))
  const { messages, pkg } = await publint({ pack: { tarball: buffer }, level: 'warning' })
  return messages.map((message) => formatMessage(message, pkg, { color: false }) ?? message.code)
}

/** Returns errors where types of a tarball do not resolve to the code that runs, in all resolution modes with ESM. */
export async function typeProblems(tarball: string): Promise<readonly string[]> {
  const analysis = await checkPackage(createPackageFromTarballData(readFileSync(tarball)))
  if (!analysis.types) return ['it has no types']
  return analysis.problems
    .filter((problem) => !('resolutionKind' in problem && IGNORED_RESOLUTIONS.includes(problem.resolutionKind)))
    .map((problem) => JSON.stringify(problem))
}
