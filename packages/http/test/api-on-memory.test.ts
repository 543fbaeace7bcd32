import { memoryStore } from '@flagdeck/core'
import { expect, test } from 'vitest'
import { API_RULES, HTTP_RULES } from './api-rules.ts'
import { describeApi } from './describe-api.ts'
import { ExchangeLog } from './support/exchange-log.ts'
import { violationsOf } from './support/violations-of.ts'

const exchanges = new ExchangeLog()

// Rules that only concern HTTP are tested on one store.
describeApi('memory', async () => ({ store: memoryStore(), dispose: async () => undefined }), {
  rules: { ...API_RULES, ...HTTP_RULES },
  storeBySubject: true,
  onExchange: exchanges.note,
})

/** Requests that are accepted although the document does not allow them (HTTP-87), with the messages of the proxy. */
const TAKEN_ALL_THE_SAME = [
  /^request: Selected route not found/, // other names of paths
  /^request: Supported content types/, // forms
  /^request: No supported content types, but request included a non-empty body/,
  /^request\.query\.(limit|offset): Request query parameter .* must be integer/,
  /^request\.query\.active: .*must be equal to one of the allowed values/,
  /^request\.query\.\w+: Request query parameter \w+ must be string/, // repeated parameters: the last one counts
  /^request\.body: .*required property '(to_dashboard|from_dashboard_id|tile_id)'/, // in camel case
  /^request: Invalid security scheme used \(GET \S*personal_api_key=/,
]

test('HTTP-87 a validating proxy finds that all that was asked and answered here fits the document', async () => {
  const violations = await violationsOf(exchanges.kept)
  expect(violations.filter((violation) => !TAKEN_ALL_THE_SAME.some((taken) => taken.test(violation)))).toEqual([])
})
