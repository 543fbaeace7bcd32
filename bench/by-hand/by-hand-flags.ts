import type { FlagRow } from './flag-body.ts'

/** The flags of a database through its driver, without Flagdeck. */
export interface ByHandFlags {
  /** Returns the text of the first page of a project's list. */
  list(projectId: number): string | Promise<string>
  find(id: number): FlagRow | Promise<FlagRow>
  /** Stores a flag and its activity entry; `body` is the text of the request body. */
  create(projectId: number, body: string): FlagRow | Promise<FlagRow>
  close(): Promise<void>
}
