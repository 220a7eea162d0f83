import { expect, test } from 'vitest'
import { outlineJson, readJsonList } from './json-list.ts'
import { RefusedFileError } from './refused-file.ts'
import { sourceFileOf } from './source-file.ts'

async function read(content: string, path: string) {
  const rows = []
  for await (const row of readJsonList(sourceFileOf('t.json', content), path)) rows.push(row)
  return rows
}

async function refusal(work: Promise<unknown>) {
  const error = await work.catch((thrown: unknown) => thrown)
  return error instanceof RefusedFileError ? [error.line, error.message] : error
}

const season = `{"name": "League 2026/27",
 "matches": [
  {"team1": "A", "score": {"ft": [1, 0]}},

  {"team1": "B"}
 ],
 "season": 2026
}`

test('the records of a list are read with the lines on which they start', async () => {
  expect(await read(season, 'matches')).toEqual([
    { line: 3, record: { team1: 'A', score: { ft: [1, 0] } } },
    { line: 5, record: { team1: 'B' } },
  ])
  expect(await read('[\n1,\n{"a": 2}]', '')).toEqual([
    { line: 2, record: 1 },
    { line: 3, record: { a: 2 } },
  ])
  expect(await read('{"_embedded": {"events": [\n{"id": 1}]}}', '_embedded.events')).toEqual([
    { line: 2, record: { id: 1 } },
  ])
})

test('an outline has the lists and the fields before and after them', async () => {
  expect(await outlineJson(sourceFileOf('t.json', season))).toEqual({
    header: { name: 'League 2026/27', season: '2026' },
    lists: [{ path: 'matches', count: 2 }],
  })
})

test('a file cut anywhere is refused, also after the list', async () => {
  for (let length = 1; length < season.length; length += 1) {
    const file = sourceFileOf('t.json', season.slice(0, length))
    expect(await outlineJson(file).catch((error: unknown) => error), String(length)).toBeInstanceOf(
      RefusedFileError,
    )
    expect(await read(season.slice(0, length), 'matches').catch((error: unknown) => error)).toBeInstanceOf(
      RefusedFileError,
    )
  }
})

test('invalid JSON is refused with its line', async () => {
  const broken = '{"matches": [\n{"a": 1},\n{"a": 2 "b": 3}\n]}'
  expect(await refusal(read(broken, 'matches'))).toEqual([3, expect.stringContaining('not valid JSON')])
  expect(await refusal(read('{"matches": [\n{"a": 1},\n{"a": tru}\n]}', 'matches'))).toEqual([
    3,
    expect.stringContaining('not valid JSON'),
  ])
  expect(await refusal(read(`${season}\n{}`, 'matches'))).toEqual([
    9,
    expect.stringContaining('not valid JSON'),
  ])
})

test('a record of more than 8 MB is refused, and a list of any length is read', async () => {
  const long = JSON.stringify({ matches: [{ note: 'x'.repeat(9_000_000) }] })
  expect(await refusal(read(long, 'matches'))).toEqual([1, 'one record is longer than 8 MB'])
  const many = `{"matches": [${Array.from({ length: 120_000 }, (_, id) => `{"id": ${id}, "note": "${'y'.repeat(60)}"}`).join(',\n')}]}`
  expect(many.length).toBeGreaterThan(9_000_000)
  expect(await read(many, 'matches')).toHaveLength(120_000)
})
