/** An instruction of a Dockerfile, such as `USER 1000:1000`. */
export interface Instruction {
  readonly name: string
  readonly value: string
}

/** The instructions of each stage, the last being the one that the image is. */
export function dockerfileStages(text: string): readonly (readonly Instruction[])[] {
  const stages: Instruction[][] = []
  for (const line of logicalLines(text)) {
    const [, name = '', value = ''] = /^(\w+)\s+(.*)$/s.exec(line) ?? []
    if (name === 'FROM') stages.push([])
    stages.at(-1)?.push({ name, value })
  }
  return stages
}

/** Lines without comments, with what is continued on the next line in one. */
function logicalLines(text: string): readonly string[] {
  return text
    .split('\n')
    .filter((line) => !line.trimStart().startsWith('#'))
    .join('\n')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
}
