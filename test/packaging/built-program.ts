import { cpSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type BuildOptions as EsbuildOptions, build as esbuild } from 'esbuild'
import { rollup } from 'rollup'
import webpack from 'webpack'

/** The command that runs a program: a tool of the workspace with its arguments, before those of the program. */
export type Command = readonly [string, ...string[]]

/** Its native code is in a separate file, so bundles do not contain it. */
const DRIVER = 'better-sqlite3'

/** Folders for the files of one program: a new folder in a project that has the packages, and one without packages. */
export interface Places {
  readonly folder: string
  readonly elsewhere: string
}

/** Ways in which applications run or bundle a program that imports the packages. */
export const BUILDS = {
  'Node runs it': async ({ folder }, text) => ['node', written(folder, 'program.mjs', text)],
  'Node with --permission runs it': async ({ folder }, text) => {
    const allowed = ['--allow-fs-read=*', '--allow-fs-write=*', '--allow-addons']
    return ['node', '--permission', ...allowed, written(folder, 'program.mjs', text)]
  },
  'tsx runs it as a module': async ({ folder }, text) => {
    writeManifest(folder, { type: 'module' })
    return ['tsx', written(folder, 'program.ts', `// @ts-nocheck\n${text}`)]
  },
  'tsx runs it as CommonJS': async ({ folder }, text) => {
    writeManifest(folder, {})
    return ['tsx', written(folder, 'program.ts', `// @ts-nocheck\n${text}`)]
  },
  'esbuild bundled it': ({ folder }, text) => esbuilt(folder, text, {}),
  'esbuild minified it': ({ folder }, text) => esbuilt(folder, text, { minify: true }),
  'esbuild bundled it and kept names': ({ folder }, text) => esbuilt(folder, text, { keepNames: true }),
  'esbuild bundled it as CommonJS': ({ folder }, text) => esbuilt(folder, text, { format: 'cjs', keepNames: true }),
  'esbuild bundled it with the driver, whose native code was copied': async ({ folder, elsewhere }, text) => {
    const driver = dirname(createRequire(join(folder, 'program.mjs')).resolve(`${DRIVER}/package.json`))
    cpSync(join(driver, 'prebuilds'), join(elsewhere, 'prebuilds'), { recursive: true })
    const outfile = join(elsewhere, 'dist/bundle.cjs')
    return esbuilt(folder, text, { format: 'cjs', external: [], outfile })
  },
  'webpack bundled it': async ({ folder }, text) => {
    const entry = written(folder, 'program.mjs', text)
    const compiler = webpack({
      ...{ entry, mode: 'development', target: 'node', devtool: false },
      externals: { [DRIVER]: `commonjs ${DRIVER}` },
      output: { path: folder, filename: 'bundle.cjs' },
    })
    await new Promise<void>((resolve, reject) => {
      compiler.run((error, stats) => {
        if (error || stats?.hasErrors()) reject(error ?? new Error(stats?.toString('errors-only')))
        else compiler.close(() => resolve())
      })
    })
    return ['node', join(folder, 'bundle.cjs')]
  },
  'rollup bundled it': async ({ folder }, text) => {
    const input = written(folder, 'program.mjs', text)
    const { resolve } = createRequire(input)
    const bundle = await rollup({
      treeshake: false,
      input,
      // CommonJS modules would need a plugin.
      external: (name) => !/^(@flagdeck\/|[./])/.test(name),
      plugins: [{ name: 'packages', resolveId: (name) => (name.startsWith('@flagdeck/') ? resolve(name) : null) }],
    })
    const { output } = await bundle.generate({ format: 'es', inlineDynamicImports: true })
    await bundle.close()
    return ['node', written(folder, 'bundle.mjs', output[0].code)]
  },
} satisfies Readonly<Record<string, (places: Places, text: string) => Promise<Command>>>

async function esbuilt(folder: string, text: string, given: EsbuildOptions): Promise<Command> {
  const options = {
    entryPoints: [written(folder, 'program.mjs', text)],
    outfile: join(folder, given.format === 'cjs' ? 'bundle.cjs' : 'bundle.mjs'),
    external: [DRIVER],
    ...given,
  }
  await esbuild({ bundle: true, platform: 'node', format: 'esm', logLevel: 'error', ...options })
  return ['node', options.outfile]
}

function writeManifest(folder: string, manifest: { readonly type?: 'module' }): void {
  written(folder, 'package.json', JSON.stringify(manifest))
}

function written(folder: string, name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}
