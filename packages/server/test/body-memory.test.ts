import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { call, type ServerProcess, startServerProcess } from './support/server-process.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const MIB = 1024 * 1024
const ZEROS = Buffer.alloc(64 * MIB)
const BOMBS = {
  br: brotliCompressSync(ZEROS, {
    params: { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_QUALITY]: 5 },
  }),
  gzip: gzipSync(ZEROS),
  zstd: zstdCompressSync(ZEROS, { params: { [constants.ZSTD_c_windowLog]: 23 } }),
}
const PATHS = ['/batch/', '/i/v1/analytics/events', '/flags/', '/e/'] as const
const BOMBS_AT_ONCE = 100
/** The permitted growth for 100 such requests. Without a bound, each of them would take 36 MiB. */
const MAX_GROWTH_BYTES = 160 * MIB

/** Returns the peak memory of the process. */
function peakBytes({ process: { pid } }: ServerProcess): number {
  const [, kibibytes = ''] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kibibytes) * 1024
}

function send({ url }: ServerProcess, path: string, encoding: keyof typeof BOMBS): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-encoding': encoding, 'content-type': 'application/json' }
    const sent = request(url + path, { method: 'POST', headers, agent: false }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0))
    })
    sent.on('error', reject).end(BOMBS[encoding])
  })
}

/** Requests flags repeatedly until `until` returns true. */
async function askHonestly(
  { url, projectToken = '' }: ServerProcess,
  until: () => boolean,
): Promise<readonly number[]> {
  const statuses: number[] = []
  const body = JSON.stringify({ token: projectToken, distinct_id: 'u' })
  const init = { method: 'POST', body, headers: { 'content-type': 'application/json' } }
  do statuses.push((await fetch(`${url}/flags/?v=2`, init)).status)
  while (!until())
  return statuses
}

async function started(env: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
  return startServerProcess({ cwd: temporaryFolder(), env: { LOG_LEVEL: 'silent', ...env } })
}

test.runIf(process.platform === 'linux').each(['br', 'gzip', 'zstd'] as const)(
  'HTTP-34 HTTP-35 holds little of a hundred small bodies of %s that stand for much, and answers others',
  async (encoding) => {
    const server = await started()
    for (const path of PATHS) await send(server, path, 'gzip')
    const before = peakBytes(server)
    let isOver = false
    const honest = askHonestly(server, () => isOver)
    const bombs = Array.from({ length: BOMBS_AT_ONCE }, (_, at) =>
      send(server, PATHS[at % PATHS.length] ?? '', encoding),
    )
    const statuses = await Promise.all(bombs)
    isOver = true
    expect(statuses.filter((status) => status !== 413 && status !== 503)).toEqual([])
    // On its own it gets a decoder, even on a busy machine.
    expect(await send(server, '/batch/', encoding)).toBe(413)
    expect(new Set(await honest)).toEqual(new Set([200]))
    expect(peakBytes(server) - before).toBeLessThan(MAX_GROWTH_BYTES)
  },
)

/** Sends a part of a body, then nothing more. Returns how the request was refused. */
function holdBack({ url }: ServerProcess, bytes: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }
    const sent = request(`${url}/batch/`, { method: 'POST', headers, agent: false }, (response) => {
      response.resume()
      resolve(`${response.statusCode} ${response.headers['retry-after'] ?? 'at no time'}`)
    })
    onTestFinished(() => void sent.destroy())
    sent.on('error', reject).write(Buffer.alloc(bytes, 0x20))
  })
}

test('HTTP-34 refuses with 503 who finds no room, and has room again when slow senders are given up', async () => {
  const server = await started({ FLAGDECK_BODY_MEMORY_BYTES: String(64 * MIB), FLAGDECK_REQUEST_TIMEOUT_MS: '5000' })
  const answers = await Promise.all(Array.from({ length: 40 }, () => holdBack(server, 2 * MIB - 1)))
  expect(new Set(answers)).toEqual(new Set(['503 1', '408 at no time']))
  const { url, projectToken = '' } = server
  const body = JSON.stringify({ token: projectToken, distinct_id: 'u', note: 'x'.repeat(1.5 * MIB) })
  const headers = { 'content-type': 'application/json' }
  expect((await fetch(`${url}/flags/?v=2`, { method: 'POST', body, headers })).status).toBe(200)
})

/** Announces a body of 20 MiB, the maximum of a batch, and sends `bytes` of it. */
function sendSlowly({ url }: ServerProcess, bytes: number): { readonly isOver: () => boolean } {
  const headers = { 'content-type': 'application/json', 'content-length': String(20 * MIB) }
  const sent = request(`${url}/batch/`, { method: 'POST', headers, agent: false })
  let isOver = false
  const end = () => {
    isOver = true
  }
  onTestFinished(() => void sent.destroy())
  // The server cuts off a refused request while it is being sent.
  sent.on('response', end).on('error', end)
  sent.write(Buffer.alloc(bytes, 0x20), end)
  return { isOver: () => isOver }
}

test('HTTP-34 answers small requests at once while strangers hold of large bodies what they can', async () => {
  const server = await started()
  const { url, projectToken = '', personalApiKey } = server
  const flags = `${url}/api/projects/@current/feature_flags/`
  const { id } = (await call(flags, personalApiKey, 'POST', { key: 'one' })).body
  const strangers = [19, 19, 19, 19, 19, 19, 7.9].map((mebibytes) => sendSlowly(server, mebibytes * MIB))
  await expect.poll(() => strangers.every(({ isOver }) => isOver()), { timeout: 20_000 }).toBe(true)
  const startedAt = performance.now()
  const note = 'x'.repeat(60_000)
  const answers = await Promise.all([
    call(`${flags}${id}/`, personalApiKey, 'PATCH', { name: 'changed' }),
    call(`${url}/flags/?v=2`, undefined, 'POST', { token: projectToken, distinct_id: 'u', note }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(performance.now() - startedAt).toBeLessThan(1500)
})
