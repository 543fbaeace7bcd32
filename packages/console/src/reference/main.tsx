import { render } from 'preact'
import '../parts/theme.ts'
import { Reference } from './reference.tsx'

const root = document.getElementById('reference')
if (root) render(<Reference />, root)
