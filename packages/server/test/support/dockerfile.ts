/** An instruction of a Dockerfile, such as `USER 1000:1000`. */
export interface Instruction {
  readonly name: string
  readonly value: string
}

/** Returns the instructions of each stage. The last stage is the image. */
export function dockerfileStages(text: string): readonly (readonly Instruction[])[] {
  const stages: Instruction[][] = []
  for (const line of logicalLines(text)) {
    const [, name = '', value = ''] = /^(\w+)\s+(.*)$/s.exec(line) ?? []
    if (name === 'FROM') stages.push([])
    stages.at(-1)?.push({ name, value })
  }
  return stages
}

/** Returns lines without comments; continued lines are joined. */
function logicalLines(text: string): readonly string[] {
  return text
    .split('\n')
    .filter((line) => !line.trimStart().startsWith('#'))
    .join('\n')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
}
