import { problemOf } from '../../api/api-problem.ts'
import { call } from '../../api/call.ts'
import { inOrganization } from './organization.ts'

/** One address, with the link that was created for it or the reason why none was created. */
export type Invited =
  | { readonly email: string; readonly link: string; readonly problem?: undefined }
  | { readonly email: string; readonly link?: undefined; readonly problem: string }

/**
 * Invites addresses one after the other. A refused address does not stop the others.
 * @param onStart is called before each request, with the number of processed addresses
 */
export async function inviteEach(
  emails: readonly string[],
  level: 1 | 8 | 15,
  onStart: (done: number) => void,
): Promise<readonly Invited[]> {
  const invited: Invited[] = []
  for (const email of emails) {
    onStart(invited.length)
    invited.push(await invite(email, level))
  }
  return invited
}

async function invite(email: string, level: 1 | 8 | 15): Promise<Invited> {
  try {
    const { token } = await call('createInvitation', { params: inOrganization(), body: { target_email: email, level } })
    return { email, link: new URL(`#/invitation/${token}`, document.baseURI).href }
  } catch (error) {
    return { email, problem: problemOf(error).message }
  }
}
