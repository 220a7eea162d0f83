import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { whenStopped } from './launch/user-error.ts'
import { codeMutations } from './mutate/code-mutations.ts'
import { applyMutation, describeMutation, type Mutation } from './mutate/mutation.ts'
import { pickMutations } from './mutate/pick-mutations.ts'
import { findFailingTest, testsOf } from './mutate/run-tests.ts'
import { sqlMutations } from './mutate/sql-mutations.ts'

const usage = `Usage: npm run mutate -- --seed <word> [--count 25] [--list] [--near] [folder …]
Makes small random changes to business rules, one at a time, and runs the tests that should fail.
  --list  prints the changes without running tests
  --near  runs only the tests of the changed part`

const projectFolder = resolve(import.meta.dirname, '..')
const modules = ['holds', 'checkout', 'orders', 'quotes']
const defaultFolders = [
  'packages/domain/src',
  ...modules.map((name) => `apps/api/src/modules/${name}`),
  ...modules.map((name) => `apps/api/src/db/functions/${name}`),
]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '' },
    count: { type: 'string', default: '25' },
    list: { type: 'boolean', default: false },
    near: { type: 'boolean', default: false },
  },
})
const count = Number(values.count)
if (values.seed === '' || !(count >= 1)) {
  console.error(usage)
  process.exit(1)
}

const groups = (positionals.length > 0 ? positionals : defaultFolders).map((folder) =>
  globSync(`${folder}/**/*.{ts,sql}`, {
    cwd: projectFolder,
    exclude: ['**/*.{test,suite}.ts', '**/previous-version/**'],
  })
    .toSorted()
    .flatMap((path) => (path.endsWith('.sql') ? sqlMutations : codeMutations)(path, read(path))),
)
const picked = pickMutations(groups, { seed: values.seed, count })
if (values.list) for (const mutation of picked) console.log(describeMutation(read(mutation.path), mutation))
else await runAll()
process.exit()

function read(path: string): string {
  return readFileSync(join(projectFolder, path), 'utf8')
}

async function runAll(): Promise<void> {
  const stopping = whenStopped()
  const results = { caught: 0, survived: 0 }
  for (const mutation of picked) {
    const description = describeMutation(read(mutation.path), mutation)
    const failed = await findFailure(mutation, stopping)
    if (stopping.aborted) break
    results[failed === undefined ? 'survived' : 'caught'] += 1
    console.log(failed === undefined ? `survived  ${description}` : `caught    ${description}  (${failed})`)
  }
  console.log(`${results.caught} caught, ${results.survived} survived`)
  if (stopping.aborted) process.exitCode = 130
}

/** Runs the tests with the mutation and always restores the file. */
async function findFailure(mutation: Mutation, stopping: AbortSignal): Promise<string | undefined> {
  const original = read(mutation.path)
  const restore = () => writeFileSync(join(projectFolder, mutation.path), original)
  const [near, far] = testsOf(projectFolder, mutation.path)
  process.once('exit', restore)
  try {
    writeFileSync(join(projectFolder, mutation.path), applyMutation(original, mutation))
    const failed = await findFailingTest(projectFolder, near, stopping)
    if (failed !== undefined || values.near || stopping.aborted) return failed
    return await findFailingTest(projectFolder, far, stopping)
  } finally {
    restore()
    process.off('exit', restore)
  }
}
