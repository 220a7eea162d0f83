import type { Db } from '#api/db/client.ts'
import type { ImportContext } from '../imports/import-context.ts'
import { retryUnmatched } from '../matching/retry-unmatched.ts'
import { openNameIndex, type NameIndex } from '../names/name-index.ts'
import { readKnownNames, type KnownName } from './known-names.repo.ts'
import { findLookalikes } from './lookalikes.ts'
import type { Proposal } from './proposal.ts'
import { countWaitingRows, readOpenProposals } from './proposals.repo.ts'
import { countUnproposedRows, readHints } from './proposed-rows.repo.ts'

/** An open proposal with what helps to decide about it. */
export interface ListedProposal extends Proposal {
  /** Rows that wait for it. */
  rows: number
  /** Known names that are similar, best first. */
  nearest: { title: string; slug: string; score: number }[]
  /** Why a known name does not match. */
  hint: string | null
  /** Another open proposal of which the name may be a typo. */
  like: { id: number; name: string } | null
}

const maxNearest = 3
/** Names from elsewhere are only worth a look when they are very similar. */
const minElsewhere = 0.6

/** Every open proposal, or those that a file made, in the order in which they were made. */
export async function listProposals(context: ImportContext, fileName?: string): Promise<ListedProposal[]> {
  const { db } = context
  if ((await countUnproposedRows(db)) > 0) await retryUnmatched(context)
  const [proposals, counts, hints] = await Promise.all([
    readOpenProposals(db, fileName),
    countWaitingRows(db),
    readHints(db),
  ])
  const nearest = await openNearest(db, proposals)
  const lookalikes = findLookalikes(proposals, counts)
  return proposals.map((proposal) => ({
    ...proposal,
    rows: counts.get(proposal.id) ?? 0,
    hint: hints.get(proposal.id) ?? null,
    nearest: nearest(proposal),
    like: lookalikes.get(proposal.id) ?? null,
  }))
}

/**
 * Similar names, compared when the list is shown: a decision about one proposal changes what is nearest to the next.
 * Performers of the same namespace come first.
 */
async function openNearest(db: Db, proposals: readonly Proposal[]) {
  const indexes = new Map<Proposal['what'], NameIndex<KnownName>>()
  for (const what of new Set(proposals.map((proposal) => proposal.what))) {
    const known = what === 'event' ? [] : await readKnownNames(db, what)
    indexes.set(what, openNameIndex(known.map((item) => ({ item, names: [item.title, ...item.names] }))))
  }
  return ({ what, name, scope }: Proposal): ListedProposal['nearest'] => {
    const found = indexes.get(what)?.nearest(name, 20) ?? []
    const isHere = ({ item }: { item: KnownName }) => scope === '' || item.scopes.includes(scope)
    return found
      .filter((one) => isHere(one) || one.score >= minElsewhere)
      .toSorted((left, right) => Number(isHere(right)) - Number(isHere(left)))
      .slice(0, maxNearest)
      .map(({ item, score }) => ({ title: item.title, slug: item.slug, score }))
  }
}
