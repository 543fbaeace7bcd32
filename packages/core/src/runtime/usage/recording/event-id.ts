import { shortText } from '../../../foundation/json/short-text.ts'

const UUID = /^[0-9a-f]{8}-?([0-9a-f]{4}-?){3}[0-9a-f]{12}$/i

/**
 * Returns an event's UUID as short text, independent of case and hyphens, because memory may contain millions of them.
 * Any other text is unchanged while it is short.
 */
export function eventIdOf(uuid: string): string {
  if (!UUID.test(uuid)) return shortText(uuid)
  const digits = uuid.replaceAll('-', '')
  let bytes = ''
  for (let at = 0; at < digits.length; at += 2)
    bytes += String.fromCharCode(Number.parseInt(digits.slice(at, at + 2), 16))
  return btoa(bytes).slice(0, 22)
}
