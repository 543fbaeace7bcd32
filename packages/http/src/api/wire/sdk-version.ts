/** The form of an evaluation's response. Each generation of SDKs expects one (PROTO-1, PROTO-2). */
export type SdkForm = 'keys' | 'enabled values' | 'values' | 'flags'

/** The parameters of a request that select the form of the response. */
export interface SdkVersionQuery {
  readonly v?: string | undefined
  readonly config?: string | undefined
}

export interface SdkAnswerKind<Form extends SdkForm = SdkForm> {
  readonly form: Form
  /** Whether the SDK's configuration is merged into the response. */
  readonly withConfig: boolean
}

/** The form for `/flags`. Requests without a version and without `config` get the newest form and the configuration. */
export function flagsAnswerKind({ v, config }: SdkVersionQuery): SdkAnswerKind<'flags' | 'values'> {
  const version = versionOf(v)
  if (version === undefined && config === undefined) return { form: 'flags', withConfig: true }
  return { form: version !== undefined && version >= 2 ? 'flags' : 'values', withConfig: isYes(config) }
}

const DECIDE_FORMS: readonly SdkForm[] = ['keys', 'keys', 'enabled values', 'values', 'flags']

/** The form for `/decide`, which always includes the configuration. */
export function decideAnswerKind({ v }: SdkVersionQuery): SdkAnswerKind {
  return { form: DECIDE_FORMS[Math.min(versionOf(v) ?? 1, 4)] ?? 'keys', withConfig: true }
}

/** The requested version. An invalid number counts as missing. */
function versionOf(v: string | undefined): number | undefined {
  return v !== undefined && /^\d{1,3}$/.test(v) ? Number(v) : undefined
}

/** Whether a switch in the query is on. */
export function isYes(text: string | undefined): boolean {
  return text === 'true' || text === '1'
}
