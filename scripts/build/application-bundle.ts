import { join } from 'node:path'
import type { Options } from 'tsup'
import type { WorkspacePackage } from '../workspace/workspace-packages.ts'
import { thirdPartyNotices } from './third-party-notices.ts'

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
    external: Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }),
    removeNodeProtocol: false,
    esbuildPlugins: [thirdPartyNotices(join(outDir, 'THIRD-PARTY-NOTICES.txt'))],
  }
}

function sourceOf(built: string): string {
  return built.replace(/^\.\/dist\//, 'src/').replace(/\.js$/, '.ts')
}
