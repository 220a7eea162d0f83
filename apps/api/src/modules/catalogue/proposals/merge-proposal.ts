import type { Tx } from '#api/db/transaction.ts'
import { invalidInput } from '#api/shared/app-error.ts'
import { artistScope } from '../competitions/competition.ts'
import { readCompetitions } from '../competitions/read-competitions.ts'
import { readEventKey } from '../importers/event-sources/event-sources.repo.ts'
import {
  addCompetitionName,
  addEventAlias,
  addPerformerAlias,
  addVenueAlias,
  findBySlug,
  findPerformerKeys,
} from '../matching/aliases.repo.ts'
import { matchKey } from '../matching/match-key.ts'
import { decide, recordDecision, type DecisionContext, type DecisionResult } from './decisions.ts'
import { isRowOnly, type Proposal } from './proposal.ts'
import { decideProposal } from './proposals.repo.ts'
import { assignCompetition, findProposedPairings, findProposedRows, linkRows } from './proposed-rows.repo.ts'

/**
 * Makes the proposed name another name of something known, and loads the rows that waited for it.
 * @throws `input.invalid` when the target does not exist, or the name already means another one
 */
export async function mergeProposal(
  context: DecisionContext,
  id: number,
  target: string,
): Promise<DecisionResult> {
  return decide(context, { ids: [id] }, async (tx, proposal) => {
    const merged = await merge(tx, proposal, target)
    await decideProposal(tx, { id, status: 'merged', targetId: merged.id })
    await recordDecision(tx, context, proposal, 'merged', target)
    return `"${proposal.name}" now means ${merged.name}`
  })
}

interface Target {
  id: number
  name: string
}

async function merge(tx: Tx, proposal: Proposal, target: string): Promise<Target> {
  switch (proposal.what) {
    case 'performer':
      return mergePerformer(tx, proposal, target)
    case 'venue':
      return mergeVenue(tx, proposal, target)
    case 'competition':
      return mergeCompetition(tx, proposal, target)
    default:
      return mergeEvent(tx, proposal, target)
  }
}

async function mergePerformer(tx: Tx, { id, name, scope }: Proposal, slug: string): Promise<Target> {
  const found = await findBySlug(tx, 'performers', slug)
  if (!found) throw invalidInput({ into: [`there is no performer with the slug "${slug}"`] })
  await refuseOwnOpponent(tx, { id, name }, found)
  const owner = await addPerformerAlias(tx, {
    performerId: found.id,
    key: matchKey(name),
    isArtist: scope === artistScope,
  })
  if (owner !== null) throw sameName(name, owner, found.name, 'performers')
  return found
}

/** A team named in the same row as the proposed one is another team. */
async function refuseOwnOpponent(
  tx: Tx,
  { id, name }: Pick<Proposal, 'id' | 'name'>,
  target: Target,
): Promise<void> {
  const keys = await findPerformerKeys(tx, target.id)
  for (const { home, away, fileName, line } of await findProposedPairings(tx, id)) {
    const opponent = matchKey(home) === matchKey(name) ? away : home
    if (!keys.has(matchKey(opponent))) continue
    throw invalidInput({
      into: [
        `${target.name} plays "${name}" in ${fileName}:${line}, so they are two teams. Correct the row and import the file again, or reject the name`,
      ],
    })
  }
}

async function mergeVenue(tx: Tx, { name, city }: Proposal, slug: string): Promise<Target> {
  const found = await findBySlug(tx, 'venues', slug)
  if (!found) throw invalidInput({ into: [`there is no venue with the slug "${slug}"`] })
  const owner = await addVenueAlias(tx, {
    venueId: found.id,
    key: matchKey(name),
    places: city === null ? [] : [city],
  })
  if (owner !== null) throw sameName(name, owner, found.name, 'venues')
  return found
}

function sameName(name: string, owner: string, target: string, what: string) {
  return invalidInput({
    into: [
      `"${name}" already means ${owner}, so it cannot mean ${target} as well. If both are one, merge the ${what}`,
    ],
  })
}

async function mergeCompetition(tx: Tx, proposal: Proposal, slug: string): Promise<Target> {
  const competitions = await readCompetitions(tx)
  const found = competitions.find([slug])
  if (found?.slug !== slug) throw invalidInput({ into: [`must be one of ${competitions.slugs.join(', ')}`] })
  if (isRowOnly(proposal)) await assignCompetition(tx, proposal.id, slug)
  else await addCompetitionName(tx, found.categoryId, matchKey(proposal.name))
  return { id: found.categoryId, name: found.name }
}

/** A recurring title means the event of the same name in every season; any other row means this event only. */
async function mergeEvent(tx: Tx, proposal: Proposal, target: string): Promise<Target> {
  const eventId = /^[1-9]\d{0,8}$/.test(target) ? Number(target) : undefined
  if (eventId === undefined) throw invalidInput({ into: ['must be the number of an event'] })
  const event = await readEventKey(tx, eventId)
  if (!event) throw invalidInput({ into: [`there is no event ${eventId}`] })
  const rows = await findProposedRows(tx, proposal.id)
  if (rows.length <= 1) await linkRows(tx, rows, eventId)
  if (!isRowOnly(proposal)) {
    await addEventAlias(tx, { competition: event.competition, key: matchKey(proposal.name), eventId })
  } else if (rows.length > 1) {
    throw invalidInput({
      into: [`${rows.length} rows wait for "${proposal.name}"; one event cannot be all of them`],
    })
  }
  return { id: eventId, name: `event ${eventId}` }
}
