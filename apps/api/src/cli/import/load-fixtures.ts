import {
  importFixtures,
  openSourceFile,
  type FixturesReport,
  type ProfileProposal,
} from '#api/modules/catalogue/index.ts'
import { describeProfile } from '../admin/profiles.ts'

type ImportContext = Parameters<typeof importFixtures>[0]

export interface FixtureOptions {
  profile?: string | undefined
  competition?: string | undefined
  season?: string | undefined
  mode?: 'apply' | 'dry run' | 'dry run first'
}

/** Imports a file of fixtures; `next` says what to do when a profile was proposed instead. */
export async function loadFixtures(
  context: ImportContext,
  path: string,
  options: FixtureOptions,
): Promise<{ report: FixturesReport } | { next: string[] } | { problem: string }> {
  let file
  try {
    file = await openSourceFile(path)
  } catch (error) {
    return { problem: `cannot read ${path}: ${error instanceof Error ? error.message : String(error)}` }
  }
  const outcome = await importFixtures(context, { file, ...options })
  if ('problem' in outcome) return outcome
  return 'proposal' in outcome
    ? { next: describeProposal(outcome.proposal, path, options) }
    : { report: outcome }
}

function describeProposal(
  { profile, notes }: ProfileProposal,
  path: string,
  { season }: FixtureOptions,
): string[] {
  const { name } = profile
  const more = season === undefined ? '' : ` --season ${season}`
  return [
    `Nothing was loaded. No profile fits ${path}, so this one is proposed:`,
    '',
    describeProfile({ ...profile, confirmedAt: null }),
    ...notes.map((note) => `  Check: ${note}`),
    '',
    `To change it: npm run admin -- catalogue profile show ${name} --json > ${name}.json, edit the file, then`,
    `  npm run import -- profiles ${name}.json`,
    `If it is right: npm run admin -- catalogue profile confirm ${name}`,
    `Then: npm run import -- fixtures ${path} --profile ${name}${more}`,
  ]
}
