// Rewrites every generated file of the repository.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { generateFile } from './check/generate-file.ts'
import { GENERATED_FILES } from './check/generated-files.ts'
import { inWorkspace } from './workspace/source-files.ts'

for (const file of GENERATED_FILES) {
  const path = inWorkspace(file.path)
  const content = await generateFile(file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
  console.log(file.path)
}
