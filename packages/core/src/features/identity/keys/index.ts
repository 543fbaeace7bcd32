export { createKeySchema, createOwnKey } from './create-own-key.ts'
export { listKeys, retrieveKey, revokeKey, rotateKey } from './own-keys.ts'
