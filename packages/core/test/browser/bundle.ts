import { fileURLToPath } from 'node:url'
import { type BuildOptions, build } from 'esbuild'

/**
 * What an application for browsers gets that imports from this package, minified: the build fails for anything of Node.
 * @param contents the application's own module
 */
export async function bundle(contents: string, options: BuildOptions = {}): Promise<string> {
  const { outputFiles = [] } = await build({
    stdin: { contents, resolveDir: fileURLToPath(new URL('.', import.meta.url)) },
    bundle: true,
    write: false,
    minify: true,
    platform: 'browser',
    format: 'esm',
    target: 'es2024',
    legalComments: 'none',
    ...options,
  })
  return outputFiles.map(({ text }) => text).join('')
}
