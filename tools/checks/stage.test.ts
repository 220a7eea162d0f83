import { expect, test } from 'vitest'
import { runStages, type Stage } from './stage.ts'

const passes = ['-e', 'console.log("fine")']
const fails = ['-e', 'console.error("broken here"); process.exit(3)']

test('a failing stage is reported with its output and the others still run', async () => {
  const reported: string[] = []
  const outcomes = await runStages(
    [
      { name: 'one', commands: [fails] },
      { name: 'two', commands: [passes] },
    ],
    ({ name }) => reported.push(name),
  )
  expect(outcomes.find(({ name }) => name === 'one')).toMatchObject({ failed: 1, output: 'broken here\n' })
  expect(outcomes.find(({ name }) => name === 'two')).toMatchObject({ passed: 1, failed: 0, output: '' })
  expect(reported.toSorted()).toEqual(['one', 'two'])
})

test('the first failing command ends its stage', async () => {
  const [outcome] = await runStages([{ name: 'one', commands: [fails, passes] }], () => undefined)
  expect(outcome?.output).not.toContain('fine')
})

test('a stage waits for its prerequisites and fails without running if one failed', async () => {
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

test('an exclusive stage runs alone', async () => {
  const ended: string[] = []
  const exclusive: Stage = {
    name: 'alone',
    exclusive: true,
    commands: [passes],
    counts: () => ({ passed: ended.length, failed: 0 }),
  }
  const outcomes = await runStages(
    [
      { name: 'a', commands: [passes] },
      { name: 'b', commands: [passes] },
      exclusive,
      { name: 'c', commands: [passes], after: ['alone'] },
    ],
    ({ name }) => ended.push(name),
  )
  // Both earlier stages had ended when it ended, and the later one had not started.
  expect(outcomes.find(({ name }) => name === 'alone')?.passed).toBe(2)
})

test("a stage's own test count replaces the default", async () => {
  const stage: Stage = {
    name: 'tests',
    commands: [passes],
    counts: (ok) => ({ passed: ok ? 41 : 0, failed: 1 }),
  }
  expect(await runStages([stage], () => undefined)).toMatchObject([{ passed: 41, failed: 1 }])
})
