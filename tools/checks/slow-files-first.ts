import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { seededRandom } from '@terrace/domain/text/short-hash'

/** Test files of 30 seconds and more on two cores. Started last, one of them would leave the other core free. */
export const slowFiles = [
  'test/rules/event-cache-recovery.test.ts',
  'modules/catalogue/importers/event-sources/import-event-sources.test.ts',
  'modules/checkout/attempts/crash-while-paying.test.ts',
  'modules/catalogue/imports/staged-imports.test.ts',
  'modules/catalogue/importers/import-file.test.ts',
  'cli/cli.test.ts',
  'modules/listings/feed-matches-reference-sql.test.ts',
]

/** Runs slow files first and the others in random order, which the seed repeats. */
export class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const random = seededRandom(String(this.ctx.config.sequence.seed))
    // The order in which files are found can differ between runs of one seed.
    const found = files.toSorted((a, b) => (a.moduleId < b.moduleId ? -1 : 1))
    const order = found.map((file) => ({ file, rank: isSlow(file) ? -1 : random() }))
    return order.toSorted((a, b) => a.rank - b.rank).map(({ file }) => file)
  }
}

function isSlow({ moduleId }: TestSpecification): boolean {
  return slowFiles.some((name) => moduleId.endsWith(`/${name}`))
}
