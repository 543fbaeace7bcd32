export { type OpenIdProviderOptions, openIdProvider } from './openid-provider.ts'
