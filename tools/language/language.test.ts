import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findDeadCitations, sectionsOf, wordsOfCode } from './citations.ts'
import { readConfigurationParts } from './configuration-parts.ts'
import { findRetiredWords, readRetiredWords } from './retired-words.ts'
import { readSourceParts, type SourcePart } from './source-parts.ts'
import { namesOfSql } from './sql-names.ts'

const list = readRetiredWords(readFileSync(new URL('./retired-words.txt', import.meta.url), 'utf8'))
const found = (part: Omit<SourcePart, 'line'>) =>
  findRetiredWords({ ...part, line: 1 }, list).map(({ word }) => word)
// Assembled from parts, so that this file does not use the words itself.
const joined = (...halves: string[]) => halves.join('')

test('a retired word is found in names, comments and copy', () => {
  expect(found({ kind: 'name', text: joined('search', 'Wish') })).toEqual([joined('wi', 'sh')])
  expect(found({ kind: 'comment', text: joined('the caller is ', 'told so') })).toEqual([
    joined('is to', 'ld'),
  ])
  expect(found({ kind: 'copy', text: joined('Send it a', 'new, please') })).toEqual([joined('ane', 'w')])
})

test('codes, SQL and style lists are not prose', () => {
  expect(found({ kind: 'copy', text: joined('whole-', 'lap', 'se') })).toEqual([])
  expect(found({ kind: 'copy', text: joined('select * from lap', 'se'), isCode: true })).toEqual([])
})

test('a maximum is called max', () => {
  expect(found({ kind: 'name', text: joined('mo', 'stRetries') })).toEqual([joined('mo', 'st r')])
  expect(found({ kind: 'name', text: 'almostReady' })).toEqual([])
})

test('an unreadable line of the list is reported with its number', () => {
  expect(() => readRetiredWords('# comment\nfoo both')).toThrow('retired-words.txt:2')
})

test('parts are read from declarations, comments, strings and JSX, without import paths', () => {
  const source = [
    "import { a as b } from './path'",
    '// why',
    'export function run(value: string): string { return value }',
    'const label = <p className="flex items-center" title="Close it">Two words</p>',
    "const query = sql`select ${run('x')}`",
  ].join('\n')
  expect(readSourceParts('sample.tsx', source)).toMatchObject([
    { kind: 'name', text: 'b', line: 1 },
    { kind: 'comment', text: ' why', line: 2 },
    { kind: 'name', text: 'run', line: 3 },
    { kind: 'name', text: 'value', line: 3 },
    { kind: 'name', text: 'label', line: 4 },
    { kind: 'copy', text: 'flex items-center', isCode: true },
    { kind: 'copy', text: 'Close it', key: 'title' },
    { kind: 'copy', text: 'Two words' },
    { kind: 'name', text: 'query', line: 5 },
    { kind: 'copy', text: 'select ${…}', isCode: true },
    { kind: 'copy', text: 'x' },
  ])
})

test('parameters and destructured names are declared names', () => {
  const source =
    'const { a: [one, ...two] = [] } = f; g(({ b: three }, four = 1) => { try {} catch (five) {} })'
  const names = readSourceParts('sample.ts', source).flatMap(({ kind, text }) =>
    kind === 'name' ? text : [],
  )
  expect(names).toEqual(expect.arrayContaining(['one', 'two', 'three', 'four', 'five']))
})

test('names of SQL are objects, parameters and aliases, without comments and text', () => {
  const text = "-- why\ncreate function total_of(p_id text) as $$\n  select 'some text' from lines part $$;"
  const names = namesOfSql('db/functions/total_of.sql', text)
  expect(names).toEqual(
    expect.arrayContaining([
      { kind: 'name', text: 'total_of', line: 2 },
      { kind: 'name', text: 'p_id', line: 2 },
      { kind: 'name', text: 'part', line: 3 },
    ]),
  )
  expect(names.map((name) => name.text)).not.toContain('why')
  expect(names.map((name) => name.text)).not.toContain('some')
  expect(namesOfSql('db/migrations/0001-baseline.sql', text)).toEqual([])
})

test('a comment may cite only files and functions that exist', () => {
  const paths = ['apps/api/src/db/functions/holds/place_holds.sql', 'docs/product.md']
  const sections = new Map([
    ['product.md', sectionsOf('## 4. Holds\n### 12.1 Holds and money')],
    ['ADR', new Set(['0018'])],
  ])
  const citable = { paths, words: new Set(['placeHolds', 'place_holds']), sections }
  const deadIn = (text: string) => findDeadCitations({ kind: 'comment', text, line: 1 }, citable)
  expect(
    deadIn('See holds/place_holds.sql, #api/db/functions/holds/place_holds.sql and product.md §4.'),
  ).toEqual([])
  expect(deadIn('Called by place_holds(), and by `placeHolds`; also *.repo.ts and https://a.b/c.md')).toEqual(
    [],
  )
  const [path, name, call] = [joined('holds/g', 'one.sql'), joined('gone', 'Away'), joined('gone', '_away')]
  expect(deadIn(`See ${path}, \`${name}\` and ${call}().`)).toEqual([path, name, call])
  expect(deadIn('See product.md §4, §12.1, spec §99 and ADR 18.')).toEqual([])
  const [section, decision] = [joined('product', '.md §9'), joined('AD', 'R 0999')]
  expect(deadIn(`See ${section} and ${decision}.`)).toEqual([section, decision])
})

test('words of comments are not words of code', () => {
  const source = 'const first = 1 // second'
  expect(wordsOfCode(source, readSourceParts('sample.ts', source))).toEqual(['const', 'first', '1'])
})

test('comments and values of a configuration file are read apart', () => {
  const file = ['# why', 'summary: It is away  # since then', '', '; of an .ini file', "color: '#fff'"].join(
    '\n',
  )
  expect(readConfigurationParts(file)).toEqual([
    { kind: 'comment', text: ' why', line: 1 },
    { kind: 'copy', text: 'summary: It is away', line: 2 },
    { kind: 'comment', text: ' since then', line: 2 },
    { kind: 'comment', text: ' of an .ini file', line: 4 },
    { kind: 'copy', text: "color: '#fff'", line: 5 },
  ])
})
