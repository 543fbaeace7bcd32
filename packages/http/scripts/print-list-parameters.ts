// Prints docs/reference/list-parameters.md; `pnpm generate` writes it.
import { listParametersDocument } from './list-parameters-document.ts'

process.stdout.write(listParametersDocument())
