import type { Project } from '@flagdeck/core'
import { parseProjectId } from '../../rest/path-id.ts'

const HOUR_MS = 3_600_000
const encoder = new TextEncoder()

/**
 * The token with which a stream of a project can be opened for this hour and the next. It reads versions and nothing
 * else, so that it may stand in a URL; it is the same for everybody throughout the hour, because clients start their
 * stream anew whenever its URL changes (PROTO-34).
 */
export function streamToken(project: Project, nowMs: number): Promise<string> {
  const hour = Math.floor(nowMs / HOUR_MS)
  const known = tokens.get(project)
  if (known?.hour === hour) return known.token
  const token = sign(project, hour)
  tokens.set(project, { hour, token })
  return token
}

/** One signature an hour for each picture of a project, instead of one a request. */
const tokens = new WeakMap<Project, { readonly hour: number; readonly token: Promise<string> }>()

/** The id of the project that a token of about now speaks of; undefined when it is none. Nothing is proved yet. */
export function streamTokenProject(token: string, nowMs: number): number | undefined {
  const [, id, hour] = FORM.exec(token) ?? []
  const projectId = id === undefined ? undefined : parseProjectId(id)
  return typeof projectId === 'number' && isOfNow(Number(hour), nowMs) ? projectId : undefined
}

const FORM = /^(\d{1,10})\.(\d{1,9})\.[\w-]{43}$/

/** In this hour or one beside it: clocks differ, and connections come late. */
function isOfNow(hour: number, nowMs: number): boolean {
  return Math.abs(hour - Math.floor(nowMs / HOUR_MS)) <= 1
}

/** Whether the project signed the token, not long ago. */
export async function streamTokenHolds(project: Project, token: string, nowMs: number): Promise<boolean> {
  const hour = Number(FORM.exec(token)?.[2])
  if (!isOfNow(hour, nowMs)) return false
  return isSameText(token, await sign(project, hour))
}

async function sign({ id, secretApiToken }: Project, hour: number): Promise<string> {
  const usage = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', encoder.encode(secretApiToken), usage, false, ['sign'])
  const signed = `${id}.${hour}`
  const signature = await crypto.subtle.sign('HMAC', key, encoder.encode(`event stream ${signed}`))
  return `${signed}.${base64Url(new Uint8Array(signature))}`
}

function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}

/** Looks at every character, however early a difference shows: the time it takes must not tell how much was right. */
function isSameText(one: string, other: string): boolean {
  let difference = one.length ^ other.length
  for (let at = 0; at < one.length; at++) difference |= one.charCodeAt(at) ^ other.charCodeAt(at)
  return difference === 0
}
