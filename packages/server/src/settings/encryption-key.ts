import { ENCRYPTION_KEY_BYTES } from '@flagdeck/core/operations'
import * as z from 'zod'
import type { ValueFormat } from './setting.ts'

const key = z
  .base64()
  .transform((text) => new Uint8Array(Buffer.from(text, 'base64')))
  .refine((bytes) => bytes.length === ENCRYPTION_KEY_BYTES)

/** The key that encrypts payloads, as base64, followed by keys that only decrypt. */
export const encryptionKeys: ValueFormat<readonly Uint8Array[]> = {
  placeholder: 'base64',
  allowed: `${ENCRYPTION_KEY_BYTES} random bytes as base64, or several such keys separated by commas during a key rotation`,
  schema: z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .pipe(z.array(key)),
}
