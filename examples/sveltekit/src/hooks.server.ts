import { flagdeck } from './flagdeck.ts'

/** What this hook needs of SvelteKit's `RequestEvent`. */
interface Event {
  readonly url: URL
  readonly request: Request
}

interface HandleInput<E extends Event> {
  readonly event: E
  resolve(event: E): Response | Promise<Response>
}

/** SvelteKit calls this when a server starts, so the first key exists before the first request. */
export async function init(): Promise<void> {
  await flagdeck()
}

export async function handle<E extends Event>({ event, resolve }: HandleInput<E>): Promise<Response> {
  if (!event.url.pathname.startsWith('/flags-api/')) return resolve(event)
  const handler = await flagdeck()
  return handler(event.request)
}
