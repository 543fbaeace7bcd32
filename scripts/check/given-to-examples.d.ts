import type { CompiledSnapshot, DefinitionsDocument, Flagdeck, Project, Store } from '@flagdeck/core'
import type { ReadTransaction, UserSetQuery } from '@flagdeck/core/store'
import type { Application } from '@flagdeck/http'

/** Declarations of the names that examples in comments use without defining them. */
declare global {
  const app: { all(path: string, handle: (context: { req: { raw: Request } }) => unknown): void }
  const apiKey: string
  const application: Application
  const baseUrl: string
  const bytes: Uint8Array
  let containers: number
  const client: { getBooleanValue(key: string, fallback: boolean, context: object): Promise<boolean> }
  const deck: Flagdeck
  const definitions: DefinitionsDocument
  const http: typeof import('node:http')
  const OpenFeature: { setProviderAndWait(provider: object): Promise<void>; getClient(): typeof client }
  const project: Project
  const projectId: number
  const query: UserSetQuery
  const snapshot: CompiledSnapshot
  const store: Store
  const tx: ReadTransaction
  const writeFileSync: typeof import('node:fs').writeFileSync
  function express(): { use(handler: unknown): void }
  function showNewCheckout(): void
}
