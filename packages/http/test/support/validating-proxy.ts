import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PRISM = createRequire(import.meta.url).resolve('@stoplight/prism-cli')

/** Prism in front of a server: what does not fit the OpenAPI document, on either way, it refuses or tells of. */
export interface ValidatingProxy {
  readonly url: string
  close(): Promise<void>
}

export interface ValidatingProxyOptions {
  /**
   * Whether it answers itself where something does not fit, and takes the other names of paths for those of the document;
   * else it tells of it in the header `sl-violations`.
   */
  readonly refuses?: boolean
}

export async function startValidatingProxy(
  serverUrl: string,
  { refuses = true }: ValidatingProxyOptions = {},
): Promise<ValidatingProxy> {
  const directory = mkdtempSync(join(tmpdir(), 'flagdeck-document-'))
  const document = join(directory, 'openapi.json')
  writeFileSync(document, JSON.stringify(refuses ? withOtherPaths(documentOfOurs()) : documentOfOurs()))
  const errors = refuses ? ['--errors'] : []
  const child = spawn(process.execPath, [PRISM, 'proxy', document, serverUrl, ...errors, '--port', '0'])
  const exited = once(child, 'exit')
  const ended = exited.then(() => Promise.reject(new Error('Prism ended')))
  return {
    url: await Promise.race([addressOf(child), ended]),
    async close() {
      child.kill('SIGKILL')
      await exited
      rmSync(directory, { recursive: true })
    },
  }
}

interface OpenApi {
  readonly paths: Readonly<Record<string, unknown>>
}

function documentOfOurs(): OpenApi {
  return JSON.parse(readFileSync(new URL('../../../../docs/openapi.json', import.meta.url), 'utf8'))
}

/**
 * The document with every path as clients of PostHog may ask it as well: without the slash at its end (HTTP-2), and of an
 * environment, which is the project. Ours has each once.
 */
function withOtherPaths(document: OpenApi): OpenApi {
  const paths = Object.entries(document.paths).flatMap(([path, item]) =>
    [path, path.replace('/api/projects/', '/api/environments/')].flatMap((each) => [
      [each, item],
      [each.replace(/(?<=.)\/$/, ''), item],
    ]),
  )
  return { ...document, paths: Object.fromEntries(paths) }
}

/** Where it listens, as it says itself. */
function addressOf(child: ChildProcess): Promise<string> {
  let said = ''
  return new Promise((resolve) => {
    // It is read to the end: nobody may be kept waiting for a full pipe.
    child.stdout?.on('data', (chunk) => {
      said += String(chunk)
      const [, address] = /Prism is listening on (http:\S+)/.exec(said) ?? []
      if (address !== undefined) resolve(address)
    })
  })
}
