/** @jsxImportSource react */

import { OpenFeatureProvider, useBooleanFlagValue, useStringFlagDetails } from '@openfeature/react-sdk'

function Checkout() {
  const isNew = useBooleanFlagValue('new-checkout', false)
  const { value: colour, reason } = useStringFlagDetails('button-colour', 'grey')
  return (
    <button type="button" style={{ color: colour }} title={reason}>
      {isNew ? 'Pay' : 'Next page'}
    </button>
  )
}

/** The page of an application: every component below the provider may ask for flags. */
export function Page() {
  return (
    <OpenFeatureProvider>
      <Checkout />
    </OpenFeatureProvider>
  )
}
