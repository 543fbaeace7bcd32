import { ENCRYPTION_KEY_BYTES } from '@flagdeck/core/operations'
import * as z from 'zod'
import type { ValueFormat } from './setting.ts'

/** The key that encrypts payloads, as base64. */
export const encryptionKey: ValueFormat<Uint8Array> = {
  placeholder: 'base64',
  allowed: `${ENCRYPTION_KEY_BYTES} random bytes as base64`,
  schema: z
    .base64()
    .transform((text) => new Uint8Array(Buffer.from(text, 'base64')))
    .refine((bytes) => bytes.length === ENCRYPTION_KEY_BYTES),
}
