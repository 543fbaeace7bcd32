import { type BenchRequest, sendOnce } from './bench-request.ts'

const TIME = /\d{4}-\d\d-\d\dT[\d:.]+Z|(?<="evaluatedAt":)\d+/g
const UUID = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g

/** Returns the text of a response, without times and ids of requests, which differ between responses. */
export async function answerText(port: number, request: BenchRequest): Promise<string> {
  const response = await sendOnce(port, request)
  const text = await response.text()
  return `${response.status} ${text.replaceAll(TIME, 'a time').replaceAll(UUID, 'an id')}`
}
