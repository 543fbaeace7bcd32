import { expect, test } from 'vitest'
import { browserName } from './browser-name.ts'

const LIKE = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  ['Chrome 141, Linux', `Mozilla/5.0 (X11; Linux x86_64) ${LIKE} Chrome/141.0.0.0 Safari/537.36`],
  [
    'Edge 140, Windows',
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${LIKE} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
  ],
  ['Firefox 143, macOS', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:143.0) Gecko/20100101 Firefox/143.0'],
  [
    'Safari 26, iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
  ],
  ['Chrome 141, Android', `Mozilla/5.0 (Linux; Android 10; K) ${LIKE} Chrome/141.0.0.0 Mobile Safari/537.36`],
  ['curl/8.5.0', 'curl/8.5.0'],
  ['', ''],
])('CONSOLE-122 %j is what %j is called', (name, userAgent) => {
  expect(browserName(userAgent)).toBe(name)
})
