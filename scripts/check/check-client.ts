import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { inWorkspace } from '../workspace/source-files.ts'

/** The maximum size of the client, in bytes of gzip. */
const BUDGET = 8 * 1024

/** Bundles the client into one file, as it is published, and validates its size (CLIENT-18). */
export async function checkClient() {
  const { outputFiles, metafile } = await build({
    entryPoints: [inWorkspace('packages/client/src/index.ts')],
    bundle: true,
    packages: 'external',
    format: 'esm',
    target: 'es2023',
    metafile: true,
    write: false,
    outdir: 'dist',
  })
  const bytes = outputFiles.reduce((sum, { contents }) => sum + gzipSync(contents, { level: 9 }).byteLength, 0)
  const imported = Object.values(metafile.outputs).flatMap(({ imports }) => imports.map(({ path }) => path))
  const lines = [`${bytes} bytes of at most ${BUDGET}`, ...imported.map((path) => `imports ${path} at run time`)]
  return { passed: bytes > 0 && bytes <= BUDGET && imported.length === 0, output: lines.join('\n') }
}
