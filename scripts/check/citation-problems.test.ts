import { describe, expect, test } from 'vitest'
import { checkCitations } from './check-citations.ts'
import { citable, citationProblems, repeatedRules } from './citation-problems.ts'

const CODE = 'packages/core/src/x.ts'
const PAGE = 'docs/adr/0001-x.md'
const rules = { path: 'docs/behaviour/evaluation.md', source: '- EVAL-1: One.\n| `exact` | EVAL-26: equal text |\n' }
const there = citable([rules.path, PAGE, 'docs/glossary.md'], [rules])

function problemsOf(path: string, ...lines: readonly string[]): readonly string[] {
  return citationProblems({ path, source: lines.join('\n') }, there)
}

describe('a citation that leads nowhere is named with its file and line', () => {
  const GONE = `EVAL-${27}`

  test.for([
    ['a file in a comment', CODE, '// see gone.md', 'gone.md is not in the repository.'],
    ['a file in another folder', CODE, '/** docs/evaluation.md */', 'docs/evaluation.md is not in the repository.'],
    ['a file in a document', PAGE, 'See `docs/gone.md`.', 'docs/gone.md is not in the repository.'],
    ['a link that does not lead there', PAGE, '[words](glossary.md)', 'glossary.md is not in the repository.'],
    ['a section', CODE, '// (evaluation.md section 4.2)', noSection('section 4.2')],
    ['sections', CODE, '// by sections 1 and 2', noSection('sections 1')],
    ['a number behind a file', CODE, '// (evaluation.md 4.2)', noSection('4.2')],
    ['a rule in a comment', CODE, `// by ${GONE}`, `there is no rule ${GONE}.`],
    ['a rule in the name of a test', CODE, `it('${GONE} holds')`, `there is no rule ${GONE}.`],
    ['a rule in a document', PAGE, `by ${GONE}`, `there is no rule ${GONE}.`],
  ] as const)('%s', ([, path, line, problem]) => {
    expect(problemsOf(path, "const unrelated = 'é'", line)).toEqual([`${path}:2: ${problem}`])
  })
})

function noSection(section: string): string {
  return `no document here has a "${section}": name a rule, or a page.`
}

describe('a citation is fine', () => {
  test.for([
    ['by the name of a file', CODE, '// see evaluation.md'],
    ['by the path of a file', CODE, '// see docs/behaviour/evaluation.md'],
    ['by a link', PAGE, '[words](../glossary.md#words)'],
    ['of a rule', CODE, "// EVAL-26\nit('EVAL-1 holds')"],
    ['of a publication', CODE, '// RFC 4648, section 4; NIST SP 800-38D, section 8.2'],
    ['of something elsewhere', PAGE, 'https://example.com/gone.md'],
    ['that is none: a file in code', CODE, "read('gone.md')"],
    ['that is none: what looks like a rule', CODE, '// UTF-8 and SHA-1'],
  ] as const)('%s', ([, path, line]) => {
    expect(problemsOf(path, line)).toEqual([])
  })
})

test('a number that two rules have is named where it is given again', () => {
  const again = { path: 'docs/behaviour/flags.md', source: '# Flags\n\n- EVAL-26: Another one.\n' }
  expect(repeatedRules([rules, again])).toEqual(['docs/behaviour/flags.md:3: there is another EVAL-26.'])
})

test('everything that is cited is there', { timeout: 60_000 }, () => {
  expect(checkCitations().output).toBe('')
})
