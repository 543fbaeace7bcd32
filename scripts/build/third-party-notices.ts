import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Options } from 'tsup'
import { type Manifest, readManifest } from '../workspace/manifest.ts'

type EsbuildPlugin = NonNullable<Options['esbuildPlugins']>[number]

const PACKAGE_DIRECTORY = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//
const LICENSE_FILE = /^(licen[cs]e|copying|notice)(\..*)?$/i
const RULE = `\n\n${'-'.repeat(80)}\n\n`

/** Returns an esbuild plugin that writes the licences of the libraries whose code is in the bundle. */
export function thirdPartyNotices(file: string): EsbuildPlugin {
  return {
    name: 'third-party-notices',
    setup(build) {
      build.initialOptions.metafile = true
      build.onEnd(async ({ metafile }) => {
        if (!metafile) return
        await mkdir(dirname(file), { recursive: true })
        await writeFile(file, noticesText(bundledFiles(metafile)))
      })
    },
  }
}

type Metafile = NonNullable<Parameters<Parameters<Parameters<EsbuildPlugin['setup']>[0]['onEnd']>[0]>[0]['metafile']>

function bundledFiles({ outputs }: Metafile): readonly string[] {
  return Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs)
      .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
      .map(([path]) => path),
  )
}

function noticesText(files: readonly string[]): string {
  const directories = new Set(files.map((path) => PACKAGE_DIRECTORY.exec(resolve(path))?.[1] ?? ''))
  directories.delete('')
  const notices = [...directories].map((directory) => notice(directory)).sort()
  return `This program contains code of the following libraries.${RULE}${notices.join(RULE)}\n`
}

function notice(directory: string): string {
  const manifest = readManifest(directory)
  const texts = readdirSync(directory)
    .filter((name) => LICENSE_FILE.test(name))
    .map((name) => readFileSync(join(directory, name), 'utf8').trim())
  return [
    `${manifest.name} ${manifest.version} (${manifest.license})`,
    ...(texts.length ? texts : [copyright(manifest)]),
  ].join('\n\n')
}

function copyright({ author, license }: Manifest): string {
  const holder = typeof author === 'object' ? author.name : (author ?? 'its authors')
  return `Copyright ${holder}. Licensed under ${license}; the package carries no licence text.`
}
