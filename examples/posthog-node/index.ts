// PostHog's published Node SDK, unpatched, against a Flagdeck server in this process.
// A thousand users are evaluated by the SDK locally, by the server, and by Flagdeck's own evaluation in this process:
// all three agree. Then it polls, and picks up a change. Any difference ends it with an error.

import assert from 'node:assert/strict'
import { compileDefinitions, type DefinitionsDocument } from '@flagdeck/core'
import { re2Patterns } from '@flagdeck/core/re2'
import { startServer } from 'flagdeck'
import { PostHog } from 'posthog-node'

const server = await startServer({ port: 0, databaseUrl: 'sqlite::memory:', logLevel: 'warn' })
assert(server.credentials)
const { personalApiKey, projectToken } = server.credentials

/** Calls the REST API, as a console or a script would. */
async function api(method: string, path: string, body: unknown) {
  const response = await fetch(`${server.url}/api/projects/@current/feature_flags/${path}`, {
    method,
    headers: { authorization: `Bearer ${personalApiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  assert(response.ok, `${method} ${path}: ${response.status}`)
  return (await response.json()) as { id: number; key: string }
}

/** Flagdeck's own evaluation of what the definitions feed carries. */
async function compiledFeed() {
  const response = await fetch(`${server.url}/flags/definitions?token=${projectToken}`, {
    headers: { authorization: `Bearer ${personalApiKey}` },
  })
  return compileDefinitions((await response.json()) as DefinitionsDocument, { patterns: re2Patterns })
}

const polls: number[] = []
const countingFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init)
  if (String(input).includes('/flags/definitions')) polls.push(response.status)
  return response
}

const local = new PostHog(projectToken, {
  host: server.url,
  personalApiKey,
  featureFlagsPollingInterval: 60_000,
  // Of no use but here, to see what each poll is answered.
  fetch: countingFetch,
})
const remote = new PostHog(projectToken, { host: server.url })

try {
  const half = await api('POST', '', { key: 'half', filters: { groups: [{ rollout_percentage: 50 }] } })
  await api('POST', '', {
    key: 'button',
    filters: {
      groups: [{ rollout_percentage: 100 }],
      multivariate: {
        variants: [
          { key: 'red', rollout_percentage: 30 },
          { key: 'green', rollout_percentage: 30 },
          { key: 'blue', rollout_percentage: 40 },
        ],
      },
      payloads: { red: { hex: '#f00' }, green: { hex: '#0f0' }, blue: { hex: '#00f' } },
    },
  })

  await local.reloadFeatureFlags()
  const snapshot = await compiledFeed()
  const answers = new Map<string, number>()
  for (let number = 0; number < 1000; number++) {
    const user = `user-${number}`
    const here = await local.getAllFlags(user, { onlyEvaluateLocally: true })
    assert.deepEqual(await remote.getAllFlags(user), here, `the SDK and the server differ for ${user}`)
    const own = snapshot.keys.map((key) => [key, snapshot.variant(key, { distinctId: user })])
    assert.deepEqual(Object.fromEntries(own), here, `the SDK and Flagdeck differ for ${user}`)
    for (const [key, value] of Object.entries(here)) {
      const answer = `${key}=${value}`
      answers.set(answer, (answers.get(answer) ?? 0) + 1)
    }
  }
  console.log('1000 users, locally, remotely and embedded alike:')
  for (const [answer, count] of [...answers].sort()) console.log(`  ${answer.padEnd(14)} ${count}`)

  const answered = await remote.evaluateFlags('user-1', { personProperties: { plan: 'pro' } })
  console.log(`user-1: half ${answered.isEnabled('half')}, button ${answered.getFlag('button')}`)
  console.log(`payload of button for user-1: ${JSON.stringify(answered.getFlagPayload('button'))}`)

  await local.reloadFeatureFlags()
  console.log(`a poll that finds nothing new: ${polls.at(-1)}`)
  assert.equal(polls.at(-1), 304)

  await api('PATCH', `${half.id}/`, { filters: { groups: [{ rollout_percentage: 100 }] } })
  await local.reloadFeatureFlags()
  const everybody = await local.getAllFlags('user-0', { onlyEvaluateLocally: true })
  console.log(`after raising half to 100 %: poll ${polls.at(-1)}, user-0 ${everybody.half}`)
  assert.equal(polls.at(-1), 200)
  assert.equal(everybody.half, true)
} finally {
  await Promise.all([local.shutdown(), remote.shutdown()])
  await server.close()
}
