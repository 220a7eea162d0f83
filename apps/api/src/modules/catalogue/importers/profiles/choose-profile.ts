import { slugify } from '@terrace/domain/text/slug'
import { inTransaction } from '#api/db/transaction.ts'
import type { Db } from '#api/db/client.ts'
import type { Competitions } from '../../competitions/competition-lookup.ts'
import type { SourceFile } from '../readers/source-file.ts'
import { outlineFile, type FileOutline } from './file-outline.ts'
import type { Profile } from './profile.ts'
import { findProfile, listProfiles, saveProfile } from './profiles.repo.ts'
import { proposeProfile, type ProfileProposal } from './propose-profile.ts'
import { matchingProfiles } from './select-profile.ts'

export interface ProfileRequest {
  file: SourceFile
  /** Name of the profile; without it, the confirmed profile that fits the file. */
  profile?: string | undefined
  /** Season and competition of a file that does not say them. */
  season?: string | undefined
  competition?: string | undefined
}

export type ProfileChoice = { profile: Profile } | { proposal: ProfileProposal } | { problem: string }

/**
 * The profile to read a file with: the named one, or the only confirmed one that fits. Otherwise proposes a profile and
 * stores it, unconfirmed. `problem` says why neither is possible.
 */
export async function chooseProfile(
  { db, competitions }: { db: Db; competitions: Competitions },
  request: ProfileRequest,
): Promise<ProfileChoice> {
  const named = request.profile === undefined ? undefined : await findProfile(db, request.profile)
  if (named && isAboutOther(named, request.competition)) return { problem: aboutOther(named) }
  if (named?.confirmedAt) return { profile: named }
  if (named) return { problem: unconfirmed(named.name) }
  if (request.profile === undefined) {
    const fitting = await findFitting(db, request)
    const [profile, ...others] = fitting
    if (profile && others.length === 0) return { profile }
    if (profile)
      return {
        problem: `several profiles fit: add --profile ${fitting.map(({ name }) => name).join(' or ')}`,
      }
  }
  return propose(db, competitions, request)
}

async function findFitting(db: Db, { file, competition }: ProfileRequest) {
  const profiles = (await listProfiles(db)).filter((profile) => !isAboutOther(profile, competition))
  const outlines = new Map<string, FileOutline>()
  const first = await outlineFile(file)
  outlines.set(first.list, first)
  const wanted = new Set(profiles.map(({ settings }) => settings.list))
  for (const list of wanted) {
    if (first.format !== 'json') outlines.set(list, first)
    else if (first.lists.includes(list) && !outlines.has(list))
      outlines.set(list, await outlineFile(file, list))
  }
  return matchingProfiles(profiles, outlines)
}

async function propose(
  db: Db,
  competitions: Competitions,
  request: ProfileRequest,
): Promise<Exclude<ProfileChoice, { profile: Profile }>> {
  const name = request.profile ?? slugify(request.file.name.replace(/\.[a-z0-9]{1,6}$/i, ''))
  const taken = await findProfile(db, name)
  if (taken?.confirmedAt)
    return {
      problem: `no profile fits the file, and another one already has the name ${name}: name the new one with --profile <name>`,
    }
  const { competition } = request
  if (competition !== undefined && !competitions.slugs.includes(competition))
    return {
      problem: `--competition: unknown competition "${competition}"; known: ${competitions.slugs.join(', ')}`,
    }
  const proposal = proposeProfile(name, await outlineFile(request.file), { ...request, competitions })
  if ('problem' in proposal) return proposal
  await inTransaction(db, (tx) => saveProfile(tx, proposal.profile, null))
  return { proposal }
}

/** Whether every file of the profile is about one competition, and not this one. */
function isAboutOther(profile: Profile, competition: string | undefined): boolean {
  const slug = competitionOf(profile)
  return competition !== undefined && slug !== undefined && slug !== competition
}

function competitionOf({ settings: { competition } }: Profile): string | undefined {
  return competition && 'slug' in competition ? competition.slug : undefined
}

function aboutOther(profile: Profile): string {
  return `--competition: the profile ${profile.name} is about ${competitionOf(profile)}; leave --competition out, or choose another profile`
}

function unconfirmed(name: string): string {
  return `the profile ${name} is not confirmed: check it with npm run admin -- catalogue profile show ${name}, then npm run admin -- catalogue profile confirm ${name}`
}
