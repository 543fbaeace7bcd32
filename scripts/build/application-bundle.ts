import { join } from 'node:path'
import type { Options } from 'tsup'
import type { WorkspacePackage } from '../workspace/workspace-packages.ts'
import { commonJsInside } from './common-js-inside.ts'
import { latin1Patterns } from './latin1-patterns.ts'
import { thirdPartyNotices } from './third-party-notices.ts'

type EsbuildOptions = Parameters<NonNullable<Options['esbuildOptions']>>[0]

/**
 * Returns tsup's options for a command. Its `dependencies` (drivers, and packages that need their own files) and
 * `peerDependencies` stay imports; everything else is bundled in chunks that are loaded on first use.
 */
export function applicationBundle({ directory, manifest }: WorkspacePackage): Options {
  const outDir = join(directory, 'dist')
  return {
    entry: Object.values(manifest.bin ?? {}).map((built) => join(directory, sourceOf(built))),
    outDir,
    format: 'esm',
    // The entry must parse on the old Node versions that it refuses.
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
 * Removes comments: V8 stores the text of a module for as long as the process runs. If one character is not in Latin-1,
 * each takes two bytes, and comments contain such characters. Names stay, for stack traces.
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
