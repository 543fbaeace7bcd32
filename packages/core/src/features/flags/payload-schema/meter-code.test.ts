import { expect, it } from 'vitest'
import { meterCode } from './meter-code.ts'

const HEAD = 'function validate0(data, {instancePath=""}={}){'

it('FLAG-122 spends the length of each function and of each turn of a loop before it runs', () => {
  const loop = 'for(let i0=0; i0<len0; i0++){valid0 = true;}'
  expect(meterCode(`return ${HEAD}${loop}}`)).toMatch(
    /function validate0\(data, \{instancePath=""\}=\{\}\)\{spend\(44\);for\(let i0=0; i0<len0; i0\+\+\)\{spend\(14\);valid0 = true;\}\}$/,
  )
})

it('FLAG-122 stores one error, and counts the others', () => {
  const error =
    'const err0 = {message:"a } b"};if(vErrors === null){vErrors = [err0];}else {vErrors.push(err0);}errors++;'
  expect(meterCode(error)).toMatch(
    /;spend\(400\);const err0 = \{message:"a \} b"\};if\(vErrors === null\)\{vErrors = \[err0\];\}else \{\}errors\+\+;$/,
  )
  const merged =
    'vErrors = vErrors === null ? validate1.errors : vErrors.concat(validate1.errors);\nerrors = vErrors.length;'
  expect(meterCode(merged)).toMatch(/;if\(vErrors === null\)\{vErrors = validate1\.errors;\}errors\+\+;$/)
})

it('FLAG-122 removes the comment with the $id of a schema, and changes no text', () => {
  expect(meterCode('/*# sourceURL="*/evil()/*" */a("for(;;){ Object.keys(")')).toMatch(
    /;a\("for\(;;\)\{ Object\.keys\("\)$/,
  )
})

it.each([
  'for(;f();){}',
  'while(true){}',
  'function a(){}',
  '/* */',
  '`',
  'vErrors.map(a)',
  '{',
  '}',
  'a.replace("", "")',
])('FLAG-122 refuses code of an unknown form: %s', (code) => {
  expect(() => meterCode(code)).toThrow('unknown form')
})
