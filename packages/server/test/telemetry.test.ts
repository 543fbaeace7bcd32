import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { call, startServerProcess } from './support/server-process.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const SDK = new URL('./support/telemetry-sdk.ts', import.meta.url)

test('SERVE-26 a server under an SDK tells it of requests, transactions and evaluations', async () => {
  const cwd = temporaryFolder()
  const file = join(cwd, 'telemetry.jsonl')
  const env = { NODE_OPTIONS: `--import ${SDK.href}`, TELEMETRY_FILE: file }
  const server = await startServerProcess({ cwd, env })
  const flags = `${server.url}/api/projects/1/feature_flags/`
  expect((await call(flags, server.personalApiKey, 'POST', { key: 'beta', filters: { groups: [{}] } })).status).toBe(
    201,
  )
  await call(`${server.url}/flags/?v=2`, undefined, 'POST', { token: server.projectToken ?? '', distinct_id: 'ada' })
  await call(`${server.url}/_readyz`, undefined)
  // Telemetry is sent in batches, and the last one before the process ends (TELE-10).
  server.process.kill('SIGTERM')
  expect(await server.finished).toMatchObject({ code: 0 })
  const lines = readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  const ofCreate = lines.find(({ span }) => span === 'POST /api/projects/{project_id}/feature_flags/')
  const inCreate = lines.filter(({ traceId }) => traceId === ofCreate.traceId).map(({ span }) => span)
  expect(inCreate).toEqual(expect.arrayContaining(['store.read', 'store.write']))
  const evaluation = lines.find(({ span }) => span === 'POST /flags/')
  expect(lines).toContainEqual({ event: 'feature_flag.evaluation', traceId: evaluation.traceId, flag: 'beta' })
  expect(lines.filter(({ span }) => span?.includes('_readyz'))).toEqual([])
})
