export { ApiError } from './api-error.ts'
export type { Answer, CallArguments, Client, ClientOptions } from './client.ts'
export { createClient } from './create-client.ts'
export type { EndpointName, Input, Item, ListName, Output } from './endpoint-input.ts'
