import type { Input, Output } from '../../api/call.ts'

export type ListedFlag = Output<'listFlags'>['results'][number]
export type ListInput = Input<'listFlags'>
export type ListQuery = NonNullable<ListInput['query']>
