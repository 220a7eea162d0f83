import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { findDeadCitations, findDeadSections, sectionsOf, wordsOfCode } from './citations.ts'
import { readConfigurationParts } from './configuration-parts.ts'
import { findRetiredWords, readRetiredWords } from './retired-words.ts'
import { readSourceParts, type SourcePart } from './source-parts.ts'
import { namesOfSql } from './sql-names.ts'

// A stage of `npm run check` that fails on retired words, and on comments that cite files, functions or sections that do not
// exist. It skips data, generated files and quoted requirements.
const root = resolve(import.meta.dirname, '../..')
const skipped =
  /^(seeds\/data|docs\/requirements\.md|apps\/web\/public)|\/fixtures\/.*\.json$|\.gen\.ts$|generated/
const words = readRetiredWords(readFileSync(resolve(import.meta.dirname, 'retired-words.txt'), 'utf8'))
const requirements = readFileSync(resolve(root, 'docs/requirements.md'), 'utf8')

const allPaths = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .trim()
  .split('\n')
const files = allPaths
  .filter((path) => !skipped.test(path))
  .map((path) => {
    const text = isRead(path) ? readFileSync(resolve(root, path), 'utf8') : ''
    return { path, text, parts: partsOf(path, text) }
  })
const citable = {
  paths: allPaths,
  words: new Set(
    files.flatMap(({ path, text, parts }) => (path.endsWith('.md') ? [] : wordsOfCode(text, parts))),
  ),
  sections: new Map([
    ...files
      .filter(({ path }) => path.startsWith('docs/') && path.endsWith('.md'))
      .map(({ path, text }): [string, Set<string>] => [basename(path), sectionsOf(text)])
      .filter(([, numbers]) => numbers.size > 0),
    ['ADR', new Set(allPaths.flatMap((path) => /^docs\/adr\/(\d{4})-/.exec(path)?.[1] ?? []))],
  ]),
}

const problems = files.flatMap(({ path, parts }) =>
  parts.flatMap((part) => {
    const place = `${path}:${part.line}`
    const isQuoted = part.kind === 'copy' && requirements.includes(`"${part.text}"`)
    return [
      ...(isQuoted ? [] : findRetiredWords(part, words)).map(
        ({ word, instead }) => `${place}: ${part.kind} uses "${word}"; write: ${instead}`,
      ),
      // A decision may be written down after the migration that it explains, which cannot change.
      ...findDeadCitations(part, isMigration(path) ? { ...citable, sections: new Map() } : citable).map(
        (cited) => `${place}: comment cites ${cited}, which does not exist`,
      ),
    ]
  }),
)
for (const [index, line] of requirements.split('\n').entries())
  for (const cited of findDeadSections(line, citable.sections))
    problems.push(`docs/requirements.md:${index + 1}: cites ${cited}, which does not exist`)
for (const problem of problems) console.error(problem)
console.log(`${problems.length} problems in the words of ${files.length} files`)
if (problems.length > 0) process.exitCode = 1

function isRead(path: string): boolean {
  return /\.(ts|tsx|mjs|js|md|sql|css)$/.test(path) || isConfiguration(path)
}

/** YAML, and what else deploys Terrace: templates, examples and dashboards. */
function isConfiguration(path: string): boolean {
  return /\.ya?ml$|^deploy\/.*(\.(cfg|conf|ini|http|example|json)|Dockerfile)$/.test(path)
}

function isMigration(path: string): boolean {
  return path.includes('/db/migrations/')
}

function partsOf(path: string, text: string): SourcePart[] {
  const fileName: SourcePart = { kind: 'name', text: basename(path), line: 1 }
  if (/\.(ts|tsx|mjs|js)$/.test(path)) return [fileName, ...readSourceParts(path, text)]
  if (path.endsWith('.md')) return [fileName, ...linesOf(text)]
  if (path.endsWith('.sql')) return [fileName, ...commentsOf(text), ...namesOfSql(path, text)]
  if (path.endsWith('.css')) return [fileName, ...commentsOf(text)]
  if (isConfiguration(path)) return [fileName, ...readConfigurationParts(text)]
  return [fileName]
}

function linesOf(text: string): SourcePart[] {
  return text.split('\n').map((line, index) => ({ kind: 'comment', text: line, line: index + 1 }))
}

function commentsOf(text: string): SourcePart[] {
  return linesOf(text).filter(({ text: line }) => /^\s*(--|\/\*|\*)|--/.test(line))
}
