import { setTimeout as pause } from 'node:timers/promises'
import type { JsonObject } from '@flagdeck/core'
import type { ConsoleStart } from '../console-server.ts'

const AT_A_TIME = 4
const MOST_EVENTS = 500
const ATTEMPTS = 6

/** A client of the API that creates a lot of data. Every refused request is an error. */
export class HarshApi {
  readonly #server: ConsoleStart
  readonly #base: string
  readonly #token: string

  constructor(server: ConsoleStart, base = '', token = '') {
    this.#server = server
    this.#base = base
    this.#token = token
  }

  inProject(id: number, token: string): HarshApi {
    return new HarshApi(this.#server, `/api/projects/${id}/`, token)
  }

  get(path: string): Promise<JsonObject> {
    return this.#request('GET', path)
  }

  post(path: string, body: JsonObject): Promise<JsonObject> {
    return this.#request('POST', path, JSON.stringify(body))
  }

  patch(path: string, body: JsonObject): Promise<JsonObject> {
    return this.#request('PATCH', path, JSON.stringify(body))
  }

  postCsv(path: string, csv: string): Promise<JsonObject> {
    return this.#request('POST', path, csv, 'text/csv')
  }

  /** Reports events in the format of the SDKs. */
  async capture(events: readonly JsonObject[]): Promise<void> {
    for (let at = 0; at < events.length; at += MOST_EVENTS) {
      const batch = events.slice(at, at + MOST_EVENTS)
      await new HarshApi(this.#server).post('/batch/', { api_key: this.#token, batch })
    }
  }

  /** Accepts an invitation like a browser of the same origin. */
  signUp(token: string, name: string): Promise<JsonObject> {
    const body = JSON.stringify({ first_name: name, password: `correct horse battery ${name}` })
    return this.#request('POST', `/api/signup/${token}/`, body, 'application/json', {
      origin: this.#server.url,
      'sec-fetch-site': 'same-origin',
    })
  }

  /** Runs work for each item, some concurrently, and returns the results in order. */
  async each<Item, Result>(items: readonly Item[], work: (item: Item) => Promise<Result>): Promise<readonly Result[]> {
    const results: Result[] = []
    const left = items.entries()
    const worker = async () => {
      for (const [at, item] of left) results[at] = await work(item)
    }
    await Promise.all(Array.from({ length: AT_A_TIME }, worker))
    return results
  }

  async #request(
    method: string,
    path: string,
    body?: string,
    type = 'application/json',
    headers: Readonly<Record<string, string>> = {},
  ): Promise<JsonObject> {
    const url = this.#server.url + (path.startsWith('/') ? path : this.#base + path)
    for (let attempt = 1; ; attempt++) {
      const response = await fetch(url, {
        method,
        headers: { authorization: `Bearer ${this.#server.personalApiKey}`, 'content-type': type, ...headers },
        ...(body === undefined ? {} : { body }),
      })
      const text = await response.text()
      if (response.ok) return text === '' ? {} : (JSON.parse(text) as JsonObject) // as every response of the API
      if (response.status < 429 || attempt === ATTEMPTS)
        throw new Error(`${method} ${path}: ${response.status} ${text}`)
      await pause(1000)
    }
  }
}
