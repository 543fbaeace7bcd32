import { expect } from 'vitest'
import type { Exchange } from './api-under-test.ts'

/** An exchange as it is sent over a network, with the name of its test. */
export interface KeptExchange extends Exchange {
  readonly test: string
  readonly body: string | undefined
}

/**
 * The number of exchanges that are stored for an endpoint and a status. Tests with random bodies would have hundreds.
 */
const MOST_OF_AN_ANSWER = 8

/** The maximum length that is sent through a proxy, in characters. */
const LONGEST = 100_000

/** The characters that a header may contain. */
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/

/** Stores one exchange of each kind: endpoint, status, parameters, and the fields with their types. */
export class ExchangeLog {
  readonly #kinds = new Map<string, KeptExchange>()
  /** The number of kinds for each endpoint and status. */
  readonly #counts = new Map<string, number>()

  get kept(): readonly KeptExchange[] {
    return [...this.#kinds.values()]
  }

  readonly note = (exchange: Exchange): void => {
    const body = textOf(exchange)
    if (body === null || !canBeSent(exchange, body) || !canBeAnswered(exchange)) return
    const kind = kindOf(exchange, body)
    const answer = `${exchange.endpoint.operationId} ${exchange.response.status}`
    const count = this.#counts.get(answer) ?? 0
    if (this.#kinds.has(kind) || count >= MOST_OF_AN_ANSWER) return
    this.#counts.set(answer, count + 1)
    this.#kinds.set(kind, { ...exchange, body, test: expect.getState().currentTestName ?? '' })
  }
}

/** The body as text; null when it is not text, such as a compressed one. */
function textOf({ request: { json, body, parsed } }: Exchange): string | undefined | null {
  if (parsed !== undefined || body instanceof Uint8Array) return null
  return json === undefined ? body : JSON.stringify(json)
}

/** Whether an HTTP client would send it, and a proxy for JSON could read it. */
function canBeSent({ method, request, response }: Exchange, body: string | undefined): boolean {
  const values = Object.values(request.headers ?? {})
  const length = (body?.length ?? 0) + (response.text?.length ?? 0)
  return (
    length <= LONGEST &&
    values.every((value) => HEADER_VALUE.test(value)) &&
    (body === undefined || (method !== 'GET' && outlineOfText(body) !== NO_JSON))
  )
}

/**
 * Whether Prism passes the response on: it follows redirects, replaces responses of unimplemented endpoints, and reads
 * a body that HEAD does not have.
 */
function canBeAnswered({ method, response: { status, headers } }: Exchange): boolean {
  return method !== 'HEAD' && status !== 501 && headers.location === undefined
}

/** The kind of an exchange. For refusals, only the response matters: an invalid request may break the document. */
function kindOf({ endpoint, url, response }: Exchange, body: string | undefined): string {
  const answered = [endpoint.operationId, response.status, outlineOfText(response.text ?? '')]
  if (response.status >= 400) return answered.join('\n')
  const parameters = [...new URL(url, 'http://localhost').searchParams.keys()].sort()
  return [...answered, parameters, outlineOfText(body ?? '')].join('\n')
}

const NO_JSON = 'no JSON'

function outlineOfText(text: string): string {
  try {
    return outlineOf(JSON.parse(text))
  } catch {
    return NO_JSON
  }
}

function outlineOf(value: unknown): string {
  if (Array.isArray(value)) return `[${[...new Set(value.map(outlineOf))].sort()}]`
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value
  const fields = Object.entries(value).map(([name, each]) => `${name}:${outlineOf(each)}`)
  return `{${fields.sort()}}`
}
