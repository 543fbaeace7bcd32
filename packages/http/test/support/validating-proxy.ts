import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PRISM = createRequire(import.meta.url).resolve('@stoplight/prism-cli')

/** Prism in front of a server: it refuses or reports requests and responses that do not match the OpenAPI document. */
export interface ValidatingProxy {
  readonly url: string
  close(): Promise<void>
}

export interface ValidatingProxyOptions {
  /**
   * Whether it refuses what does not match, and also accepts the alternative paths of the API. Otherwise it reports
   * violations in the header `sl-violations`.
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
 * The document, with the alternative paths of PostHog's clients: without the trailing slash (HTTP-2), and with an
 * environment, which is the project. The original contains each path once.
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

/** The address on which it listens, from its output. */
function addressOf(child: ChildProcess): Promise<string> {
  let said = ''
  return new Promise((resolve) => {
    // The output must be read to its end: a full pipe would block the process.
    child.stdout?.on('data', (chunk) => {
      said += String(chunk)
      const [, address] = /Prism is listening on (http:\S+)/.exec(said) ?? []
      if (address !== undefined) resolve(address)
    })
  })
}
