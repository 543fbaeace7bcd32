import type { User } from '../../../data/records/user.ts'
import type { Transaction } from '../../../data/store.ts'
import type { Context } from '../../../runtime/context.ts'
import { hashKey } from '../hash-key.ts'

/** Networks that are stored for one user; the longest unused is forgotten. */
// Bound: OUT-8 known-networks
const MAX_NETWORKS = 10

/** Hexadecimal digits of a mark. Each mark stands for 256 IPv4 addresses, so the database does not reveal which was used. */
const MARK_LENGTH = 6

/** Records that a user signed in from a network. Without a password there is nothing to guess, so nothing is stored. */
export async function rememberNetwork(tx: Transaction, user: User, network: string | undefined): Promise<void> {
  if (network === undefined) return
  const [mark, known] = [await markOf(user.uuid, network), await tx.passwords.networks(user.id)]
  if (known[0] === mark) return
  const others = known.filter((other) => other !== mark)
  await tx.passwords.setNetworks(user.id, [mark, ...others].slice(0, MAX_NETWORKS))
}

/** Whether the user with this address signed in from this network before. Takes as many queries for an unknown address. */
export async function isKnownNetwork({ store }: Context, email: string, network: string): Promise<boolean> {
  const { uuid, marks } = await store.read(async (tx) => {
    const user = await tx.users.findByEmail(email)
    return { uuid: user?.uuid ?? '', marks: await tx.passwords.networks(user?.id ?? NO_USER) }
  })
  return marks.includes(await markOf(uuid, network))
}

/** Ids begin at 1. */
const NO_USER = 0

/** Keyed by the user: one network has another mark for each user. */
async function markOf(userUuid: string, network: string): Promise<string> {
  const hash = await hashKey(`network ${userUuid} ${network}`)
  return hash.slice(-MARK_LENGTH)
}
