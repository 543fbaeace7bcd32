import type { JsonObject } from '@flagdeck/core'
import { expect, onTestFinished, test } from 'vitest'
import { call, startServerProcess } from './support/server-process.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

test('INSIGHT-27 a question that is too large is refused, and answered with an error where it is on a dashboard', async () => {
  const server = await startServerProcess({ cwd: temporaryFolder() }, ['--log-level', 'silent'])
  onTestFinished(() => void server.process.kill('SIGKILL'))
  const project = `${server.url}/api/projects/1`
  const ask = (path: string, body?: JsonObject) =>
    call(`${project}/${path}`, server.personalApiKey, body ? 'POST' : 'GET', body)
  const series = (count: number) => Array.from({ length: count }, () => ({ kind: 'EventsNode', event: null }))
  const hours = {
    interval: 'hour',
    dateRange: { date_from: 'dStart', date_to: new Date(Date.now() + 415 * 86_400_000).toISOString() },
  }
  const query = (count: number) => ({ kind: 'TrendsQuery', series: series(count), ...hours })
  const refused = await ask('insights/', { query: query(26) })
  expect(refused).toMatchObject({
    status: 400,
    body: { attr: 'query', detail: 'A TrendsQuery can have at most 25 series.' },
  })
  const dashboard = (await ask('dashboards/', { name: 'large' })).body.id
  for (const count of [6, 6, 1]) await ask('insights/', { query: query(count), dashboards: [dashboard as number] })
  const { tiles } = (await ask(`dashboards/${dashboard}/`)).body
  const answered = (tiles as readonly { readonly insight: { readonly result: readonly unknown[] | null } }[]).map(
    ({ insight }) => insight.result?.length ?? null,
  )
  expect(answered).toEqual([6, null, 1])
})
