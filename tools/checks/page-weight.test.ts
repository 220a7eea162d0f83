import { expect, test } from 'vitest'
import { pageWeight } from './page-weight.ts'

const manifest = {
  'index.html': { file: 'index.js', css: ['app.css'], imports: ['_base.js'] },
  'src/routes/login.tsx': { file: 'login.js', imports: ['index.html', '_base.js', '_controls.js'] },
  '_base.js': { file: 'base.js', imports: ['_controls.js'] },
  '_controls.js': { file: 'controls.js', imports: ['_base.js'] },
  'src/routes/home.tsx': { file: 'home.js' },
}
const bytes: Record<string, number> = {
  'index.js': 1,
  'login.js': 10,
  'base.js': 100,
  'controls.js': 1000,
  'app.css': 10000,
}

test("a screen's weight counts each file that it loads at once, once", () => {
  expect(pageWeight(manifest, ['index.html', 'src/routes/login.tsx'], (file) => bytes[file] ?? NaN)).toBe(
    11111,
  )
})

test('a screen that is missing from the build is an error', () => {
  expect(() => pageWeight(manifest, ['src/routes/gone.tsx'], () => 0)).toThrow('src/routes/gone.tsx')
})
