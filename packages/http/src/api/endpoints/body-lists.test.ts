import { expect, test } from 'vitest'
import * as z from 'zod'
import { flagdeckRoutes } from '../flagdeck-application.ts'

interface Shape {
  readonly properties?: Readonly<Record<string, Shape>>
  readonly items?: Shape
  readonly maxItems?: number
  readonly anyOf?: readonly Shape[]
}

/** The paths of lists whose elements are validated, whatever their number. */
function endlessLists({ properties = {}, items, maxItems, anyOf = [] }: Shape, place: string): string[] {
  const isEndless = items !== undefined && Object.keys(items).length > 0 && maxItems === undefined
  return [
    ...(isEndless ? [place] : []),
    ...(items ? endlessLists(items, `${place}[]`) : []),
    ...Object.entries(properties).flatMap(([name, field]) => endlessLists(field, `${place}.${name}`)),
    ...anyOf.flatMap((each) => endlessLists(each, place)),
  ]
}

test('VALID-6 gives each list in the body of a request a longest length', () => {
  const endless = flagdeckRoutes.flatMap(({ endpoint: { body, operationId } }) =>
    body === undefined || body === 'raw'
      ? []
      : // zod's result has these parts, if it has them at all
        endlessLists(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as Shape, operationId),
  )
  expect(endless).toEqual([])
})
