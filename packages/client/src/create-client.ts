import { rootOf } from './address.ts'
import { unendingList } from './api-error.ts'
import { withRetries } from './attempts.ts'
import type { Client, ClientOptions } from './client.ts'
import type { EndpointName } from './endpoint-input.ts'
import { exchange, type RawAnswer } from './exchange.ts'
import { itemsOf, nextQuery } from './next-part.ts'
import { type AnyInput, type ApiRequest, requestFor } from './request.ts'

type Send = (request: ApiRequest, input: AnyInput) => Promise<RawAnswer>
type Prepare = (name: EndpointName, input: AnyInput) => ApiRequest

/**
 * Returns a client of the API, for browsers and Node.
 * @example
 * const flagdeck = createClient({ host: 'http://127.0.0.1:8000', apiKey })
 * const flag = await flagdeck.call('createFlag', { body: { key: 'beta' } })
 * await flagdeck.call('updateFlag', { params: { id: flag.id }, body: { active: false }, ifVersion: flag.version })
 * for await (const { key } of flagdeck.items('listFlags')) console.log(key)
 */
export function createClient(given: ClientOptions): Client {
  refuseWrongOptions(given)
  const { host, apiKey, projectId = '@current', ...options } = given
  // Headers cannot contain other characters, and an undefined key would be sent as "undefined".
  if (!/^[ -~]*$/.test(apiKey?.trim() ?? '…')) throw new TypeError('The API key is text, as the server has shown it.')
  const caller = { root: rootOf(host), apiKey, projectId }
  const prepare: Prepare = (name, input) => requestFor(caller, name, input)
  const send = senderOf(options)
  const client = {
    send: async (name: EndpointName, input: AnyInput = {}) => send(prepare(name, input), input),
    call: async (name: EndpointName, input: AnyInput = {}) => (await send(prepare(name, input), input)).data,
    async *pages(name: EndpointName, input: AnyInput = {}) {
      yield* partsOf(send, prepare(name, input), input)
    },
    async *items(name: EndpointName, input: AnyInput = {}) {
      for await (const part of partsOf(send, prepare(name, input), input)) {
        for (const item of itemsOf(part)) {
          input.signal?.throwIfAborted()
          yield item
        }
      }
    },
  }
  return client as unknown as Client // each call sends what its endpoint declares, and the server responds accordingly
}

const OPTIONS = Object.keys({
  host: true,
  apiKey: true,
  projectId: true,
  fetch: true,
  timeoutMs: true,
  retries: true,
} satisfies Record<keyof ClientOptions, true>)

/** Reports wrong options to callers without a type checker (CLIENT-24). */
function refuseWrongOptions(given: unknown): void {
  if (typeof given !== 'object' || given === null) {
    throw new TypeError('createClient needs options: createClient({ host, apiKey }).')
  }
  const unknown = Object.keys(given).find((name) => !OPTIONS.includes(name))
  if (unknown === undefined) return
  throw new TypeError(`createClient has no option "${unknown}". The options are ${OPTIONS.join(', ')}.`)
}

function senderOf(options: Omit<ClientOptions, 'host' | 'apiKey'>): Send {
  return ({ url, search, init, repeatable }, { signal, ...input }) => {
    const request = {
      fetch: options.fetch ?? fetch,
      url: `${url}${search.size === 0 ? '' : `?${search}`}`,
      init,
      timeoutMs: input.timeoutMs ?? options.timeoutMs ?? 30_000,
      signal,
    }
    return withRetries(() => exchange(request), { retries: input.retries ?? options.retries ?? 2, repeatable, signal })
  }
}

/** Yields the parts of a list until there is no next part. */
async function* partsOf(send: Send, first: ApiRequest, input: AnyInput) {
  let { search } = first
  for (;;) {
    const answer = await send({ ...first, search }, input)
    yield answer.data
    const next = nextQuery(answer, first.url)
    if (!next) return
    if (String(next) === String(search)) throw unendingList(answer)
    search = next
  }
}
