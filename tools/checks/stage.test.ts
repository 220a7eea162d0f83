import { expect, test } from 'vitest'
import { runStages, type Stage } from './stage.ts'

const passes = ['-e', 'console.log("fine")']
const fails = ['-e', 'console.error("broken here"); process.exit(3)']

test('a stage that fails is reported with its output, and the others still run', async () => {
  const told: string[] = []
  const outcomes = await runStages(
    [
      { name: 'one', commands: [fails] },
      { name: 'two', commands: [passes] },
    ],
    ({ name }) => told.push(name),
  )
  expect(outcomes.find(({ name }) => name === 'one')).toMatchObject({ failed: 1, output: 'broken here\n' })
  expect(outcomes.find(({ name }) => name === 'two')).toMatchObject({ passed: 1, failed: 0, output: '' })
  expect(told.toSorted()).toEqual(['one', 'two'])
})

test('the first command that fails ends its stage', async () => {
  const [outcome] = await runStages([{ name: 'one', commands: [fails, passes] }], () => undefined)
  expect(outcome?.output).not.toContain('fine')
})

test('a stage waits for those before it, and fails unseen when one of them failed', async () => {
  const order: string[] = []
  const stages: Stage[] = [
    { name: 'last', commands: [passes], after: ['first'] },
    { name: 'never', commands: [passes], after: ['broken'] },
    { name: 'first', commands: [passes] },
    { name: 'broken', commands: [fails] },
  ]
  const outcomes = await runStages(stages, ({ name }) => order.push(name))
  expect(order.indexOf('first')).toBeLessThan(order.indexOf('last'))
  expect(outcomes.find(({ name }) => name === 'never')).toMatchObject({
    failed: 1,
    output: 'not run, since broken failed\n',
  })
})

test('a stage that needs the whole machine runs beside no other', async () => {
  const ended: string[] = []
  const alone: Stage = {
    name: 'alone',
    alone: true,
    commands: [passes],
    tally: () => ({ passed: ended.length, failed: 0 }),
  }
  const outcomes = await runStages(
    [
      { name: 'a', commands: [passes] },
      { name: 'b', commands: [passes] },
      alone,
      { name: 'c', commands: [passes], after: ['alone'] },
    ],
    ({ name }) => ended.push(name),
  )
  // Both that stood before it had ended when it did, and the one after it had not begun.
  expect(outcomes.find(({ name }) => name === 'alone')?.passed).toBe(2)
})

test('a stage’s own count replaces the one that it counts for otherwise', async () => {
  const stage: Stage = {
    name: 'tests',
    commands: [passes],
    tally: (ok) => ({ passed: ok ? 41 : 0, failed: 1 }),
  }
  expect(await runStages([stage], () => undefined)).toMatchObject([{ passed: 41, failed: 1 }])
})
