import { editDistance } from '@terrace/domain/text/edit-distance'
import type { Db } from '#api/db/client.ts'
import { invalidInput } from '#api/shared/app-error.ts'
import { matchKey } from '../matching/match-key.ts'
import type { ProposalChoice } from './decisions.ts'
import type { Proposal } from './proposal.ts'
import { countWaitingRows, readOpenProposals } from './proposals.repo.ts'

/** Maps a proposal to a similar one that more rows wait for: the names differ by a letter or two, or by spaces. */
export function findLookalikes(
  proposals: readonly Proposal[],
  rowsOf: ReadonlyMap<number, number>,
): Map<number, Proposal> {
  const ranked = proposals
    .map((proposal) => ({
      proposal,
      key: matchKey(proposal.name).replaceAll(' ', ''),
      rows: rowsOf.get(proposal.id) ?? 0,
    }))
    .toSorted((left, right) => right.rows - left.rows || left.proposal.id - right.proposal.id)
  const found = new Map<number, Proposal>()
  for (const [index, { proposal, key }] of ranked.entries()) {
    const like = ranked
      .slice(0, index)
      .find((other) => other.proposal.what === proposal.what && isTypo(key, other.key))
    if (like && !found.has(like.proposal.id)) found.set(proposal.id, like.proposal)
  }
  return found
}

/** Long names may differ in two letters. Other numbers are another name: `Court 1` is not `Court 2`. */
function isTypo(one: string, other: string): boolean {
  const limit = Math.min(one.length, other.length) >= 12 ? 2 : 1
  if (Math.min(one.length, other.length) < 5 || numbersOf(one) !== numbersOf(other)) return false
  return editDistance(one, other, limit + 1) <= limit
}

function numbersOf(text: string): string {
  return text.replaceAll(/\D+/g, ' ').trim()
}

/**
 * The file's open proposals except competitions and those that look like a typo of another one, and a line about each
 * of those that look like a typo.
 * @throws `input.invalid` when the file has no open proposals
 */
export async function withoutLookalikes(
  db: Db,
  { file, what }: Extract<ProposalChoice, { file: string }>,
): Promise<{ chosen: ProposalChoice; leftOpen: string[] }> {
  const open = (await readOpenProposals(db, file)).filter((one) => what === undefined || one.what === what)
  const lookalikes = findLookalikes(open, await countWaitingRows(db))
  const leftOpen = open.flatMap(({ id, name, what: kind }) => {
    const like = lookalikes.get(id)
    if (kind === 'competition') return [`left open: ${id} "${name}" is a competition: merge it into one`]
    return like
      ? [`left open: ${id} "${name}" looks like "${like.name}": merge it, or accept ${id} alone`]
      : []
  })
  if (open.length === 0) throw invalidInput({ file: [`no open proposal comes from "${file}"`] })
  const ids = open
    .filter(({ id, what: kind }) => kind !== 'competition' && !lookalikes.has(id))
    .map(({ id }) => id)
  return { chosen: { ids }, leftOpen }
}
