import type { Transaction, WriteOptions } from '../data/store.ts'
import { writeStore } from './change-project.ts'
import type { ProjectContext } from './context.ts'

/** A transaction that stays open until its owner commits it or rolls it back. */
export interface OpenWrite {
  readonly tx: Transaction
  readonly beganAtMs: number
  commit(): Promise<void>
  rollBack(error: unknown): Promise<void>
}

export interface OpenWriteOptions {
  /** Runs first in the transaction, also when the store runs it again. */
  readonly begin?: (tx: Transaction) => Promise<void>
  /** The error when the store runs the transaction again: its writes are lost, and only the caller can repeat them. */
  readonly lost: () => Error
  readonly writeOptions?: WriteOptions
}

/** Opens a transaction for work that cannot be one callback of {@link writeStore}. */
export async function openWrite(
  ctx: ProjectContext,
  { begin, lost, writeOptions }: OpenWriteOptions,
): Promise<OpenWrite> {
  const opened = Promise.withResolvers<Pick<OpenWrite, 'tx' | 'beganAtMs'>>()
  const ended = Promise.withResolvers<void>()
  // The transaction awaits this promise, and may fail before that. Then nothing else would handle a rejection.
  ended.promise.catch(() => undefined)
  let isBegun = false
  const run = async (tx: Transaction) => {
    await begin?.(tx)
    if (isBegun) throw lost()
    isBegun = true
    opened.resolve({ tx, beganAtMs: performance.now() })
    await ended.promise
  }
  const done = writeStore(ctx, run, writeOptions)
  done.catch(opened.reject)
  return {
    ...(await opened.promise),
    async commit() {
      ended.resolve()
      await done
    },
    async rollBack(error) {
      ended.reject(error)
      await done.catch(() => undefined)
    },
  }
}
