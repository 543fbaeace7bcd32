import { DomainError, type EmbeddedFlags, type FlagDetails } from '@flagdeck/core'
import { didYouMean } from '@flagdeck/core/operations'
import { CommandProblem } from '../command-problem.ts'

/** Returns the live flag with a key, or any flag by its id. */
export async function requireFlag(flags: EmbeddedFlags, name: string): Promise<FlagDetails> {
  const found = (await flags.find(name)) ?? (await findById(flags, name))
  if (found) return found
  if (await findDeleted(flags, name))
    throw new CommandProblem(`Flag "${name}" is deleted: restore it with "flagdeck flag restore ${name}".`)
  throw new CommandProblem(`There is no flag "${name}"${didYouMean(name, await keysOf(flags, [{}, ARCHIVED]))}`)
}

/** Returns the deleted flag with a key, or any flag by its key or id. */
export async function requireDeletedFlag(flags: EmbeddedFlags, name: string): Promise<FlagDetails> {
  const found = (await findDeleted(flags, name)) ?? (await flags.find(name)) ?? (await findById(flags, name))
  if (found) return found
  throw new CommandProblem(`There is no deleted flag "${name}"${didYouMean(name, await keysOf(flags, [DELETED]))}`)
}

const ARCHIVED = { archived: 'true' }
const DELETED = { deleted: 'true' }

async function findById(flags: EmbeddedFlags, name: string): Promise<FlagDetails | undefined> {
  const id = /^[1-9]\d*$/.test(name) ? Number(name) : Number.NaN
  if (!Number.isSafeInteger(id)) return undefined
  try {
    return await flags.get(id)
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'not_found') return undefined
    throw error
  }
}

async function findDeleted(flags: EmbeddedFlags, key: string): Promise<FlagDetails | undefined> {
  const { items } = await flags.list({ ...DELETED, key })
  return items.find((flag) => flag.key === key)
}

async function keysOf(
  flags: EmbeddedFlags,
  filters: readonly Parameters<EmbeddedFlags['list']>[0][],
): Promise<readonly string[]> {
  const pages = await Promise.all(filters.map((filter) => flags.list(filter, { limit: 1000 })))
  return pages.flatMap(({ items }) => items.map(({ key }) => key))
}
