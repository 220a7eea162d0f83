import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { readSourceParts, type SourcePart } from './source-parts.ts'

// `npm run copy:list [-- <folder>]`: prints every string that a person may see with its location.
const root = resolve(import.meta.dirname, '../..')
const [folder = ''] = process.argv.slice(2)
const isShown = /^(apps|packages|tools\/(launch|issuer))\/.*\.(ts|tsx|mjs|html|js)$/
const isTest = /\.(test|suite|contract-tests)\.tsx?$|\/test\/|\/tests\/|\/gallery\//
const styleToken =
  /[-:[\]/]|^(flex|grid|block|inline|hidden|relative|absolute|fixed|sticky|truncate|contents|peer|group|underline|italic|uppercase|rounded|border|shadow)$/

const paths = execFileSync('git', ['ls-files', '--', folder === '' ? '.' : folder], {
  cwd: root,
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter((path) => isShown.test(path) && !isTest.test(path))

for (const path of paths) {
  const text = readFileSync(resolve(root, path), 'utf8')
  const parts = path.endsWith('.html') ? htmlTexts(text) : readSourceParts(path, text).filter(isCopy)
  for (const { line, text: copy } of parts)
    console.log(`${path}:${line}\t${copy.replaceAll(/\s+/g, ' ').trim()}`)
}

/** Sentences, and single capitalised words such as button labels; not codes, class lists or SQL. */
function isCopy({ kind, text, isCode }: SourcePart): boolean {
  if (kind !== 'copy' || isCode || !/[A-Za-z]/.test(text)) return false
  const tokens = text.trim().split(/\s+/)
  if (tokens.length === 1) return /^[A-Z][a-z’']+[.!?…]?$/.test(text.trim())
  const styles = tokens.filter((token) => styleToken.test(token)).length
  return (
    styles / tokens.length < 0.5 &&
    !/^(select|insert|update|delete|with|create|alter|set) [a-z_*"]/.test(text.trim())
  )
}

function htmlTexts(html: string): SourcePart[] {
  return html.split('\n').flatMap((line, index) => {
    const text = line.replaceAll(/<[^>]*>/g, ' ').trim()
    return /[A-Za-z]{2}/.test(text) ? [{ kind: 'copy' as const, text, line: index + 1 }] : []
  })
}
