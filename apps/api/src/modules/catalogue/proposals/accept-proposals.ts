import { venueKinds } from '@terrace/domain/seating-plan/seating-plan'
import type { Tx } from '#api/db/transaction.ts'
import { invalidInput } from '#api/shared/app-error.ts'
import { defaultPerformerKind, type Competition } from '../competitions/competition.ts'
import { readCompetitions } from '../competitions/read-competitions.ts'
import { openPerformerLookup } from '../importers/reference/performer-lookup.ts'
import { openVenueLookup } from '../importers/reference/venue-lookup.ts'
import { venueTexts } from '../importers/reference/venues.ts'
import { readVenueDefaults } from './venue-defaults.repo.ts'
import {
  decide,
  recordDecision,
  type DecisionContext,
  type DecisionResult,
  type ProposalChoice,
} from './decisions.ts'
import { performerKinds, type PerformerKind, type Proposal } from './proposal.ts'
import { decideProposal } from './proposals.repo.ts'
import { declareRowsNew } from './proposed-rows.repo.ts'
import { withoutLookalikes } from './lookalikes.ts'

/** What the operator states about the new entries; the rest comes from the file and the competition. */
export interface AcceptOptions {
  /** Displayed name. */
  name?: string | undefined
  /** Of a performer or a venue. */
  kind?: string | undefined
  competition?: string | undefined
  city?: string | undefined
  countryCode?: string | undefined
  timezone?: string | undefined
  capacity?: string | undefined
}

/**
 * Adds the proposed performers, venues and events, and loads the rows that waited for them. Of a whole file, names that
 * look like a typo of another one stay open.
 * @throws `input.invalid` naming what each new entry lacks; then nothing changes
 */
export async function acceptProposals(
  context: DecisionContext,
  choice: ProposalChoice,
  options: AcceptOptions = {},
): Promise<DecisionResult> {
  const isForAll = 'file' in choice
  const { chosen, leftOpen } = isForAll
    ? await withoutLookalikes(context.db, choice)
    : { chosen: choice, leftOpen: [] }
  const decided = await decide(context, chosen, async (tx, proposal) => {
    const { targetId, slug, summary } = await accept(tx, proposal, { ...options, isForAll })
    await decideProposal(tx, { id: proposal.id, status: 'accepted', targetId })
    await recordDecision(tx, context, proposal, 'accepted', slug)
    return summary
  })
  return { ...decided, summary: [...decided.summary, ...leftOpen] }
}

/** The options are about all proposals of a file. */
interface ForAll {
  isForAll?: boolean
}

interface Accepted {
  targetId: number | null
  slug: string
  summary: string
}

async function accept(tx: Tx, proposal: Proposal, options: AcceptOptions & ForAll): Promise<Accepted> {
  switch (proposal.what) {
    case 'performer':
      return addPerformer(tx, proposal, options)
    case 'venue':
      return addVenue(tx, proposal, options)
    case 'event':
      await declareRowsNew(tx, [proposal.id])
      return { targetId: null, slug: '', summary: `"${proposal.name}" is a new event` }
    default:
      throw invalidInput({
        proposal: [
          `"${proposal.name}" is no competition yet: add it with catalogue competition <slug> --name "${proposal.name}" --sport <slug>, then catalogue proposals merge ${proposal.id} <slug>`,
        ],
      })
  }
}

async function addPerformer(tx: Tx, proposal: Proposal, options: AcceptOptions & ForAll): Promise<Accepted> {
  const competition = await competitionOf(tx, options.competition ?? proposal.competition)
  const scope = options.competition === undefined ? proposal.scope : (competition?.scope ?? '')
  if (scope === '')
    throw invalidInput({
      competition: [`say where "${proposal.name}" plays, such as --competition premier-league`],
    })
  const kind =
    performerKind(options) ??
    proposal.kind ??
    defaultPerformerKind({ participants: 'home-away', ...competition, scope })
  const name = options.name ?? proposal.name
  const performers = await openPerformerLookup(tx, [scope])
  const known = performers.find(scope, name) ?? performers.find(scope, proposal.name)
  if (known) throw alreadyKnown(proposal, name, known.slug)
  await performers.ensure(tx, {
    scope,
    kind,
    countryCode: options.countryCode ?? proposal.countryCode ?? competition?.countryCode ?? null,
    name,
    aliases: [proposal.name],
  })
  const added = performers.find(scope, name)
  return { targetId: added?.id ?? null, slug: added?.slug ?? '', summary: `${name}: added as ${kind}` }
}

function alreadyKnown({ id }: Proposal, name: string, slug: string) {
  return invalidInput({ name: [`"${name}" is known as ${slug}: merge ${id} into it`] })
}

/** With all proposals of a file, the kind of a venue is about the venues only, and the other way round. */
function performerKind({ kind, isForAll }: AcceptOptions & ForAll): PerformerKind | undefined {
  const found = performerKinds.find((known) => known === kind)
  if (found !== undefined || kind === undefined) return found
  if (isForAll === true && venueKinds.some((known) => known === kind)) return undefined
  throw invalidInput({ kind: [`must be one of ${performerKinds.join(', ')}`] })
}

async function competitionOf(tx: Tx, slug: string | null): Promise<Competition | undefined> {
  if (slug === null) return undefined
  const competitions = await readCompetitions(tx)
  const found = competitions.find([slug])
  if (found?.slug === slug) return found
  throw invalidInput({ competition: [`must be one of ${competitions.slugs.join(', ')}`] })
}

function venueKind({ kind, isForAll }: AcceptOptions & ForAll): string | undefined {
  return isForAll === true && performerKinds.some((known) => known === kind) ? undefined : kind
}

const venueNeeds = [
  { field: 'city', need: 'a city' },
  { field: 'country_code', need: 'a two-letter country code, such as GB' },
  { field: 'timezone', need: 'a time zone, such as Europe/London' },
  { field: 'capacity', need: 'a number of seats' },
  { field: 'kind', need: `a kind: ${venueKinds.join(', ')}` },
] as const

async function addVenue(tx: Tx, proposal: Proposal, options: AcceptOptions & ForAll): Promise<Accepted> {
  const competition = await competitionOf(tx, options.competition ?? proposal.competition)
  const city = options.city ?? proposal.city ?? undefined
  const countryCode = options.countryCode ?? proposal.countryCode ?? competition?.countryCode ?? undefined
  const defaults = await readVenueDefaults(tx, { competition: competition?.slug, city, countryCode })
  const name = options.name ?? proposal.name
  const texts = {
    venue: name,
    city: city ?? '',
    country_code: countryCode ?? '',
    timezone: options.timezone ?? defaults.timezone ?? '',
    capacity: options.capacity ?? String(defaults.capacity ?? ''),
    kind: venueKind(options) ?? defaults.kind ?? '',
    latitude: '',
    longitude: '',
  }
  const missing = venueNeeds.filter(({ field }) => texts[field] === '')
  if (missing.length > 0)
    throw invalidInput(
      Object.fromEntries(missing.map(({ field, need }) => [field, [`"${name}" needs ${need}`]])),
    )
  const checked = venueTexts.safeParse(texts)
  if (!checked.success) {
    throw invalidInput(
      Object.fromEntries(
        checked.error.issues.map(({ path, message }) => [path.join('.'), [`"${name}": ${message}`]]),
      ),
    )
  }
  const { data } = checked
  const venues = await openVenueLookup(tx)
  const row = {
    name,
    kind: data.kind,
    city: data.city,
    countryCode: data.country_code,
    timezone: data.timezone,
    capacity: data.capacity,
    latitude: null,
    longitude: null,
    aliases: [proposal.name],
    home: null,
  }
  const { venue, outcome } = await venues.ensure(tx, row)
  if (outcome !== 'added') throw alreadyKnown(proposal, name, String(venue.id))
  return {
    targetId: venue.id,
    slug: String(venue.id),
    summary: `${name}: added in ${data.city}, ${data.timezone}, ${data.kind} for ${data.capacity}`,
  }
}
