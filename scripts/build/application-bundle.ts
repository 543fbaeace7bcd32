import { join } from 'node:path'
import type { Options } from 'tsup'
import type { WorkspacePackage } from '../workspace/workspace-packages.ts'
import { commonJsInside } from './common-js-inside.ts'
import { latin1Patterns } from './latin1-patterns.ts'
import { thirdPartyNotices } from './third-party-notices.ts'

type EsbuildOptions = Parameters<NonNullable<Options['esbuildOptions']>>[0]

/**
 * tsup's options for a command: everything but its `dependencies` (drivers and what needs files of its own) and its
 * `peerDependencies` goes into chunks that are loaded when first used.
 */
export function applicationBundle({ directory, manifest }: WorkspacePackage): Options {
  const outDir = join(directory, 'dist')
  return {
    entry: Object.values(manifest.bin ?? {}).map((built) => join(directory, sourceOf(built))),
    outDir,
    format: 'esm',
    // The entry must parse on the old Node versions it turns away.
    target: 'es2023',
    platform: 'node',
    splitting: true,
    external: Object.keys(manifest.dependencies ?? {}),
    removeNodeProtocol: false,
    esbuildOptions: withoutComments,
    esbuildPlugins: [
      commonJsInside(Object.keys(manifest.peerDependencies ?? {})),
      latin1Patterns,
      thirdPartyNotices(join(outDir, 'THIRD-PARTY-NOTICES.txt')),
    ],
  }
}

/**
 * V8 keeps the text of a module for as long as the process runs, with two bytes for each character once a single one is
 * not in Latin-1, and there are such in comments. Names stay, for stacks.
 */
function withoutComments(options: EsbuildOptions): void {
  options.minifyWhitespace = true
  options.minifySyntax = true
  options.legalComments = 'none'
  options.lineLimit = 120
}

function sourceOf(built: string): string {
  return built.replace(/^\.\/dist\//, 'src/').replace(/\.js$/, '.ts')
}
