import type { FlagCall } from '../../runtime/usage/usage-recorder.ts'

/** The possible names of flags and variants that were created in Flagdeck. */
const PLAIN_NAME = /^[ -~]{1,400}$/
/**
 * The maximum length of any other name: stores write some characters in several bytes, and the size of an index row is
 * limited.
 */
const MAX_ODD_NAME_LENGTH = 100
const SDK_NAME = /^[ -~]{1,64}$/
const OTHER_VARIANT = '$other'

/**
 * Returns the call with names that every store can count (CAPTURE-16); null when no flag can have its key. Any client
 * can send calls, and a row that cannot be written would cause the loss of all rows in the same transaction.
 */
export function boundedCall(call: FlagCall): FlagCall | null {
  const { flagKey, variant, sdk } = call
  if (!isName(flagKey)) return null
  const isVariant = variant === '' || isName(variant)
  const isSdk = sdk === '' || SDK_NAME.test(sdk)
  if (isVariant && isSdk) return call
  return { ...call, variant: isVariant ? variant : OTHER_VARIANT, sdk: isSdk ? sdk : '' }
}

function isName(name: string): boolean {
  return name !== '' && (name.length <= MAX_ODD_NAME_LENGTH || PLAIN_NAME.test(name))
}
