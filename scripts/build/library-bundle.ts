import { join } from 'node:path'
import type { Options } from 'tsup'
import { publishedEntries } from '../workspace/manifest.ts'
import type { WorkspacePackage } from '../workspace/workspace-packages.ts'

/**
 * Returns tsup's options for a package whose dependencies stay imports: one file for each entry of `exports` in `src`.
 * Other exports support tests inside the workspace, and are not published.
 */
export function libraryBundle({ directory, manifest }: WorkspacePackage): Options {
  return {
    entry: Object.fromEntries(
      Object.values(publishedEntries(manifest))
        .filter((source) => source.startsWith('./src/'))
        .map((source) => [entryName(source), join(directory, source)]),
    ),
    outDir: join(directory, 'dist'),
    format: 'esm',
    target: 'es2023',
    platform: 'neutral',
    splitting: true,
    skipNodeModulesBundle: true,
    removeNodeProtocol: false,
  }
}

/**
 * Returns the name of an entry: `./src/testing/index.ts` becomes `testing/index`, next to the declarations that tsc
 * writes.
 */
function entryName(source: string): string {
  return source.replace(/^\.\/src\//, '').replace(/\.ts$/, '')
}
