import { expect, it } from 'vitest'
import { openIdProvider } from './openid-provider.ts'

it.each([undefined, '', 'id.example.com', 'ftp://id.example.com'])('SESS-20 refuses %j as an issuer', (issuer) => {
  const client = { clientId: 'flagdeck', clientSecret: 'secret' }
  // As a program without types may pass it.
  expect(() => openIdProvider({ ...client, issuer: issuer as string })).toThrow(/^The issuer has to be the address of/)
})
