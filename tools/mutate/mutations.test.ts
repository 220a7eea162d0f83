import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'
import { codeMutations } from './code-mutations.ts'
import { applyMutation, describeMutation, type Mutation } from './mutation.ts'
import { pickMutations } from './pick-mutations.ts'
import { testsOf } from './run-tests.ts'
import { sqlMutations } from './sql-mutations.ts'

const path = 'rule.ts'
const code = `import { sql } from 'kysely'
type Level = 1 | 'full'
export async function isFree(é: number, level: Level, tx: Tx): Promise<boolean> {
  if (é >= 3 && level !== 'full') return false
  await sql\`select from listings where id < \${é} and note <> '<' for update\`.execute(tx)
  return !(é + 1 === Math.min(2, é))
}
`

const changes = (mutations: readonly Mutation[], text: string) =>
  mutations.map(({ start, end, replacement }) => `${text.slice(start, end)} → ${replacement}`)

test('mutates comparisons, conditions, calculations, statements, literals and SQL, but no types', () => {
  const found = codeMutations(path, code)
  const statement = code.slice(code.indexOf('if ('), code.indexOf('\n  await'))
  const call = code.slice(code.indexOf('await'), code.indexOf('\n  return !'))
  const condition = "é >= 3 && level !== 'full'"
  expect(new Set(changes(found, code))).toEqual(
    new Set([
      ' → return; ',
      `${statement} → ;`,
      `${condition} → !(${condition})`,
      '>= → >',
      '3 → 4',
      '&& → ||',
      '!== → ===',
      "'full' → 'mutated'",
      'false → true',
      `${call} → ;`,
      '< → <=',
      'and → or',
      '<> → =',
      'for update → ',
      '! → ',
      '+ → -',
      '1 → 2',
      '=== → !==',
      'min → max',
      '2 → 3',
    ]),
  )
})

test('every mutated file is valid TypeScript and differs from the original', () => {
  for (const mutation of codeMutations(path, code)) {
    const mutated = applyMutation(code, mutation)
    expect(mutated).not.toBe(code)
    expect(parseSync(path, mutated).errors).toEqual([])
  }
})

test('mutates SQL outside of comments and literals', () => {
  const text = `create or replace view v as select min(a) -- never < 3 and not
    from t where not exists (select 'a < b') and x ->> 'k' >= y or is_open(a => 1) for no key update`
  expect(changes(sqlMutations('f.sql', text), text)).toEqual([
    '>= → >',
    'min → max',
    'and → or',
    'or → and',
    'not  → ',
    'for no key update → ',
  ])
})

test('the same seed picks the same mutations, evenly from the groups', () => {
  const groups = ['a.ts', 'b.ts'].map((name) => codeMutations(name, code))
  const picked = pickMutations(groups, { seed: 'a734104', count: 4 })
  expect(picked.map((mutation) => mutation.path)).toEqual(['a.ts', 'b.ts', 'a.ts', 'b.ts'])
  expect(pickMutations(groups, { seed: 'a734104', count: 4 })).toEqual(picked)
  expect(pickMutations(groups, { seed: 'a734104', count: 2 })).toEqual(picked.slice(0, 2))
  expect(pickMutations(groups, { seed: 'other', count: 4 })).not.toEqual(picked)
  expect(pickMutations(groups, { seed: 'a734104', count: 1000 })).toHaveLength(groups.flat().length)
})

test('a mutation is described in one line with its location', () => {
  const text = 'const a = 1\nconst isMore =\n  a > 2 && isOn()\n'
  const start = text.indexOf('>')
  expect(describeMutation(text, { path, start, end: start + 1, replacement: '>=' })).toBe(
    'rule.ts:3  a [> → >=] 2 && isOn()',
  )
})

test('the tests of the changed part run first, then all others that depend on it', () => {
  const commands = (file: string) => testsOf('/app', file).map(({ args }) => args.join(' '))
  expect(commands('packages/domain/src/money/money.ts')).toEqual([
    'related /app/packages/domain/src/money/money.ts --project=unit',
    'related /app/packages/domain/src/money/money.ts --project=api --project=web',
  ])
  expect(commands('apps/api/src/modules/holds/hold.ts')).toEqual([
    'run apps/api/src/modules/holds/ --project=api',
    'related /app/apps/api/src/modules/holds/hold.ts --project=api',
  ])
  expect(commands('apps/api/src/db/functions/holds/place_holds.sql')).toEqual([
    'run apps/api/src/modules/holds/ --project=api',
    'run --project=api',
  ])
})
