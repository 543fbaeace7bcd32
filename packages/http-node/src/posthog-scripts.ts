import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { SdkScripts, StaticFile } from '@flagdeck/http'

const CONTENT_TYPE = 'application/javascript; charset=utf-8'

/**
 * Returns the scripts of an installed posthog-js, for pages that load it with PostHog's snippet. Each script is read on
 * its first request.
 * @param folder of the package, such as `node_modules/posthog-js`
 * @throws Error when the folder contains no posthog-js
 * @example
 * const application = flagdeckApplication(deck.context, { posthogScripts: posthogScripts('node_modules/posthog-js') })
 */
export function posthogScripts(folder: string): SdkScripts {
  const version = versionIn(folder)
  const dist = join(folder, 'dist')
  if (version === undefined || !existsSync(join(dist, 'array.js')))
    throw new Error(`There is no posthog-js package in ${folder}.`)
  // Names are looked up instead of joined to a path, so that requests reach only files in the folder.
  const names = new Set(readdirSync(dist).filter((name) => name.endsWith('.js')))
  // Bound: is as large as the package.
  const files = new Map<string, Promise<StaticFile>>()
  return {
    version,
    async find(name) {
      if (!names.has(name)) return undefined
      const file = files.get(name) ?? scriptAt(join(dist, name))
      files.set(name, file)
      return file
    },
  }
}

function versionIn(folder: string): string | undefined {
  const path = join(folder, 'package.json')
  if (!existsSync(path)) return undefined
  const { name, version } = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown> // validated below
  return name === 'posthog-js' && typeof version === 'string' ? version : undefined
}

async function scriptAt(path: string): Promise<StaticFile> {
  const bytes = await readFile(path)
  return {
    contentType: CONTENT_TYPE,
    etag: `"${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}"`,
    // An update changes the content under the same name.
    isImmutable: false,
    bytes,
    gzip: await promisify(gzip)(bytes),
  }
}
