import type { User } from '../../../data/records/user.ts'
import type { Transaction } from '../../../data/store.ts'
import type { Context } from '../../../runtime/context.ts'
import { hashKey } from '../hash-key.ts'

/** The maximum number of stored networks of one user; the one that was unused for longest is deleted. */
// Bound: OUT-8 known-networks
const MAX_NETWORKS = 10

/**
 * The number of hexadecimal digits of a mark. Each mark stands for 256 IPv4 addresses, so the database does not reveal
 * which one was used.
 */
const MARK_LENGTH = 6

/**
 * Records that a user signed in from a network. For a user without a password it stores nothing, because there is
 * nothing to guess.
 */
export async function rememberNetwork(tx: Transaction, user: User, network: string | undefined): Promise<void> {
  if (network === undefined) return
  const [mark, known] = [await markOf(user.uuid, network), await tx.passwords.networks(user.id)]
  if (known[0] === mark) return
  const others = known.filter((other) => other !== mark)
  await tx.passwords.setNetworks(user.id, [mark, ...others].slice(0, MAX_NETWORKS))
}

/**
 * Whether the user with this address signed in from this network before. It runs as many queries for an unknown
 * address.
 */
export async function isKnownNetwork({ store }: Context, email: string, network: string): Promise<boolean> {
  const { uuid, marks } = await store.read(async (tx) => {
    const user = await tx.users.findByEmail(email)
    return { uuid: user?.uuid ?? '', marks: await tx.passwords.networks(user?.id ?? NO_USER) }
  })
  return marks.includes(await markOf(uuid, network))
}

/** Ids start at 1. */
const NO_USER = 0

/** Returns the mark of a network. It depends on the user, so a network has a different mark for each user. */
async function markOf(userUuid: string, network: string): Promise<string> {
  const hash = await hashKey(`network ${userUuid} ${network}`)
  return hash.slice(-MARK_LENGTH)
}
