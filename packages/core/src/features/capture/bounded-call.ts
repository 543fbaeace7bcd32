import type { FlagCall } from '../../runtime/usage/usage-recorder.ts'

/** What flags and variants can be called that were made here. */
const PLAIN_NAME = /^[ -~]{1,400}$/
/** Characters of any other name: stores write some of them in several bytes, and an index row has only so many. */
const MAX_ODD_NAME_LENGTH = 100
const SDK_NAME = /^[ -~]{1,64}$/
const OTHER_VARIANT = '$other'

/**
 * The call with names that every store can count under (CAPTURE-16); null when there can be no such flag. Senders are
 * anybody, and one row that could not be written would take all those with it that are written together.
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
