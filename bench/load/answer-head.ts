export const END_OF_HEAD = '\r\n\r\n'

/** What the head of a response determines about its body. */
export interface AnswerHead {
  readonly status: number
  readonly bodyBytes: number
}

/** @param head everything before {@link END_OF_HEAD} */
export function answerHead(head: string): AnswerHead {
  const status = Number(head.slice(9, 12))
  if (status === 204 || status === 304) return { status, bodyBytes: 0 }
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  if (length === undefined) throw new Error('an answer without a length')
  return { status, bodyBytes: Number(length) }
}
