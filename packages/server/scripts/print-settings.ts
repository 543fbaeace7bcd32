// Prints docs/settings.md; `pnpm generate` writes it.
import { settingsDocument } from '../src/settings/settings-document.ts'

process.stdout.write(settingsDocument())
