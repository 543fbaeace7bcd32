import type { Transaction, WriteOptions } from '../data/store.ts'
import { writeStore } from './change-project.ts'
import type { ProjectContext } from './context.ts'

/** A transaction that stays open until it is told to end. */
export interface OpenWrite {
  readonly tx: Transaction
  readonly beganAtMs: number
  commit(): Promise<void>
  rollBack(error: unknown): Promise<void>
}

export interface OpenWriteOptions {
  /** Runs first in the transaction. */
  readonly begin?: (tx: Transaction) => Promise<void>
  /** The error for a transaction that the store would run again: only its caller knows what was written in it. */
  readonly lost: () => Error
  readonly options?: WriteOptions
}

/** Opens a transaction for work that is not one function. */
export async function openWrite(ctx: ProjectContext, { begin, lost, options }: OpenWriteOptions): Promise<OpenWrite> {
  const opened = Promise.withResolvers<Pick<OpenWrite, 'tx' | 'beganAtMs'>>()
  const ended = Promise.withResolvers<void>()
  // It is waited for in the transaction, which may be lost before that.
  ended.promise.catch(() => undefined)
  let isBegun = false
  const run = async (tx: Transaction) => {
    await begin?.(tx)
    if (isBegun) throw lost()
    isBegun = true
    opened.resolve({ tx, beganAtMs: performance.now() })
    await ended.promise
  }
  const done = writeStore(ctx, run, options)
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
