import { isIPv6 } from 'node:net'
import * as z from 'zod'
import type { ValueFormat } from './setting.ts'

/** Returns the format of a whole number from `min` to `max`, inclusive. */
export function wholeNumber(min: number, max: number): ValueFormat<number> {
  return {
    placeholder: 'number',
    allowed: `a whole number from ${min} to ${max}`,
    schema: z
      .string()
      .regex(/^\d{1,12}$/)
      .transform(Number)
      .pipe(z.number().min(min).max(max)),
  }
}

export function oneOf<const Choice extends string>(...choices: readonly [Choice, ...Choice[]]): ValueFormat<Choice> {
  return { placeholder: choices.join('|'), allowed: `one of ${choices.join(', ')}`, schema: z.enum(choices) }
}

const SWITCH_WORDS: Readonly<Record<string, boolean>> = {
  on: true,
  true: true,
  yes: true,
  1: true,
  off: false,
  false: false,
  no: false,
  0: false,
}

/** `on` or `off`, or a common word for them. */
export const onOff: ValueFormat<boolean> = {
  placeholder: 'on|off',
  allowed: 'on or off',
  schema: z
    .string()
    .refine((text) => Object.hasOwn(SWITCH_WORDS, text.toLowerCase()))
    .transform((text) => SWITCH_WORDS[text.toLowerCase()] === true),
}

/** A host name or address to listen on. */
export const hostName: ValueFormat<string> = {
  placeholder: 'host',
  allowed: 'a host name or address without a port',
  schema: z.string().refine((text) => /^[\w.-]+$/.test(text) || isIPv6(text)),
}

export const filePath: ValueFormat<string> = {
  placeholder: 'path',
  allowed: 'the path of a file',
  schema: z.string().min(1),
}

export const folderPath: ValueFormat<string> = { ...filePath, allowed: 'the path of a folder' }

/** An absolute http or https URL without user, query and fragment; a trailing slash is removed. */
export const webUrl: ValueFormat<string> = {
  placeholder: 'url',
  allowed: 'an http or https URL without a user name or query, such as https://flags.example.com',
  schema: z
    .string()
    .refine(isWebUrl)
    .transform((text) => text.replace(/\/+$/, '')),
}

/** Origins separated by commas; `*` for all. */
export const origins: ValueFormat<readonly string[]> = {
  placeholder: 'origins',
  allowed: '*, or origins such as https://app.example.com, separated by commas',
  schema: z
    .string()
    .transform((text) => text.split(',').map((origin) => origin.trim()))
    .pipe(z.array(z.string().refine(isOrigin))),
}

function isWebUrl(text: string): boolean {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) return false
  return [url.username, url.password, url.search, url.hash].every((part) => part === '')
}

/** Whether the text is an origin. A wildcard within an origin is refused, because it would never match. */
function isOrigin(text: string): boolean {
  return text === '*' || (URL.parse(text)?.origin === text && !text.includes('*'))
}
