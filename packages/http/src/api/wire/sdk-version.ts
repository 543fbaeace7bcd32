/** The shape of an evaluation's answer; each generation of SDKs knows one (PROTO-1, PROTO-2). */
export type SdkForm = 'keys' | 'enabled values' | 'values' | 'flags'

/** What a request says about the answer it wants. */
export interface SdkVersionQuery {
  readonly v?: string | undefined
  readonly config?: string | undefined
}

export interface SdkAnswerKind<Form extends SdkForm = SdkForm> {
  readonly form: Form
  /** Whether the SDK's configuration is merged into the answer. */
  readonly withConfig: boolean
}

/** Of `/flags`. Who names neither a version nor the configuration gets the newest form and both. */
export function flagsAnswerKind({ v, config }: SdkVersionQuery): SdkAnswerKind<'flags' | 'values'> {
  const version = versionOf(v)
  if (version === undefined && config === undefined) return { form: 'flags', withConfig: true }
  return { form: version !== undefined && version >= 2 ? 'flags' : 'values', withConfig: isYes(config) }
}

const DECIDE_FORMS: readonly SdkForm[] = ['keys', 'keys', 'enabled values', 'values', 'flags']

/** Of `/decide`, which always answers the configuration too. */
export function decideAnswerKind({ v }: SdkVersionQuery): SdkAnswerKind {
  return { form: DECIDE_FORMS[Math.min(versionOf(v) ?? 1, 4)] ?? 'keys', withConfig: true }
}

/** A version that is no number is as good as none. */
function versionOf(v: string | undefined): number | undefined {
  return v !== undefined && /^\d{1,3}$/.test(v) ? Number(v) : undefined
}

/** Whether a switch in the query is on. */
export function isYes(text: string | undefined): boolean {
  return text === 'true' || text === '1'
}
