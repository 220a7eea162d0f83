import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Stage } from './stage.ts'
import { playwrightTally, vitestTally } from './tallies.ts'

const tools = {
  tsc: 'node_modules/typescript/bin/tsc',
  oxlint: 'node_modules/oxlint/bin/oxlint',
  oxfmt: 'node_modules/oxfmt/bin/oxfmt',
  depcruise: 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs',
  knip: 'node_modules/knip/bin/knip.js',
  vitest: 'node_modules/vitest/vitest.mjs',
  playwright: 'node_modules/@playwright/test/cli.js',
}

const sourceFolders = ['apps', 'packages', 'tools', 'seeds', 'bench', 'chaos', 'e2e'].filter((folder) =>
  existsSync(join(import.meta.dirname, '../..', folder)),
)

/** Every check, in the order of starting; `reports` is a folder for the test runners' reports. */
export function allStages(reports: string): Stage[] {
  return [
    {
      name: 'types',
      commands: [
        [tools.tsc, '-p', 'tsconfig.json'],
        [tools.tsc, '-p', 'apps/web/tsconfig.json'],
      ],
    },
    { name: 'lint', commands: [[tools.oxlint, '--type-aware']] },
    { name: 'format', commands: [[tools.oxfmt, '--check', '.']] },
    {
      name: 'boundaries',
      commands: [[tools.depcruise, '--config', '.dependency-cruiser.mjs', ...sourceFolders]],
    },
    { name: 'dead code', commands: [[tools.knip]] },
    { name: 'requirements', commands: [['tools/coverage-spec.ts']] },
    { name: 'web build', commands: [['tools/checks/build-web.ts']] },
    { name: 'page weight', commands: [['tools/checks/page-weight.ts']], after: ['web build'] },
    vitestStage('unit', 'unit', reports),
    vitestStage('screens', 'web', reports),
    vitestStage('api', 'api', reports),
    {
      name: 'chaos',
      commands: [
        ['chaos/run.ts', 'books', '--minutes', '1'],
        ['chaos/run.ts', 'checkout', '--times', '1'],
      ],
      alone: true,
    },
    journeyStage(reports),
  ]
}

/** What `npm run check` runs: an answer within a minute. Components in a simulated browser take longer than that. */
export function quickStages(reports: string): Stage[] {
  const quick = new Set(['types', 'lint', 'boundaries', 'unit'])
  return allStages(reports).filter(({ name }) => quick.has(name))
}

function vitestStage(name: string, project: string, reports: string): Stage {
  const report = join(reports, `${name}.json`)
  return {
    name,
    commands: [
      [
        tools.vitest,
        'run',
        '--project',
        project,
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report}`,
      ],
    ],
    alone: true,
    tally: (ok) => vitestTally(report, ok),
  }
}

function journeyStage(reports: string): Stage {
  const report = join(reports, 'journey.json')
  return {
    name: 'journey',
    commands: [[tools.playwright, 'test', '--reporter=list,json']],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    alone: true,
    after: ['web build'],
    tally: (ok) => playwrightTally(report, ok),
  }
}
