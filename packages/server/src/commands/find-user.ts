import type { User } from '@flagdeck/core'
import type { ReadTransaction } from '@flagdeck/core/store'
import { CommandProblem } from './command-problem.ts'

/** The user with an e-mail address, whatever the case of its letters. */
export async function findUser(tx: ReadTransaction, email: string): Promise<User> {
  const user = await tx.users.findByEmail(email.trim().toLowerCase())
  if (user) return user
  throw new CommandProblem(
    `There is no user ${email}: invite them with "flagdeck member invite", or add them with a bootstrap document ("flagdeck bootstrap FILE").`,
  )
}
