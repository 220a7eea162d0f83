import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { environmentLines } from './environment-lines.ts'

test('a shell that evaluates the lines passes on every value unchanged', () => {
  const variables = {
    PORT: '4501',
    DATABASE_URL: 'postgresql://terrace:secret@127.0.0.1:4512/terrace?a=1&b=$HOME',
    DATA_DIR: '/tmp/it\'s `here`, "there" \\ and\nbelow',
  }
  const names = JSON.stringify(Object.keys(variables))
  const print = `console.log(JSON.stringify(${names}.map((name) => process.env[name])))`
  const script = 'eval "$1"; exec "$2" -e "$3"'
  const out = execFileSync('sh', ['-c', script, 'sh', environmentLines(variables), process.execPath, print], {
    encoding: 'utf8',
  })
  expect(JSON.parse(out)).toEqual(Object.values(variables))
})
