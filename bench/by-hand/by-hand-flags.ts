import type { FlagRow } from './flag-body.ts'

/** The flags of a database through its bare driver. */
export interface ByHandFlags {
  /** The text of the first page of a project's list. */
  list(projectId: number): string | Promise<string>
  find(id: number): FlagRow | Promise<FlagRow>
  /** Writes a flag and its activity entry; `body` is the text of the request's. */
  create(projectId: number, body: string): FlagRow | Promise<FlagRow>
  close(): Promise<void>
}
