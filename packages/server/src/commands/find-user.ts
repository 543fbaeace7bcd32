import type { User } from '@flagdeck/core'
import { people } from '@flagdeck/core/operations'
import type { ReadTransaction } from '@flagdeck/core/store'
import { CommandProblem } from './command-problem.ts'

/** Returns the user with an e-mail address, ignoring case (PEOPLE-16). */
export async function findUser(tx: ReadTransaction, email: string): Promise<User> {
  const address = people.emailAddressOf(email)
  if (address === undefined)
    throw new CommandProblem(`"${email}" is not an e-mail address: use one such as ada@example.com.`)
  const user = await tx.users.findByEmail(address)
  if (user) return user
  throw new CommandProblem(
    `There is no user ${email}: invite them with "flagdeck member invite", or add them with a bootstrap document ("flagdeck bootstrap FILE").`,
  )
}
