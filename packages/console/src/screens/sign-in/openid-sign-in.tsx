import { apiRoot } from '../../api/call.ts'
import { place } from '../../route.ts'
import { refusals, signing } from '../../text/frame.ts'
import { keepPlace } from './place-before.ts'

interface Props {
  readonly openid: { readonly name: string; readonly url: string }
}

/** Links to the OpenID provider as another way to sign in. */
export function OpenIdSignIn({ openid }: Props) {
  return (
    <a class="button" href={new URL(openid.url, apiRoot).href} onClick={keepPlace}>
      {signing.openid(openid.name)}
    </a>
  )
}

/** Shows why the sign-in at the provider failed. The address contains the reason. */
export function OpenIdRefusal() {
  const word = place.value.query.get('refused')
  if (word === null) return null
  const sentences: Readonly<Record<string, string>> = refusals
  return (
    <p class="wrong" role="alert">
      {Object.hasOwn(sentences, word) ? sentences[word] : signing.refused}
    </p>
  )
}
