import { createHash } from 'node:crypto'
import type { Mutation } from './mutation.ts'

/** Picks mutations by seed and code only, evenly from the groups. */
export function pickMutations(
  groups: readonly (readonly Mutation[])[],
  { seed, count }: { seed: string; count: number },
): Mutation[] {
  const shuffled = groups.map((mutations) => shuffle(mutations, seed))
  const longest = Math.max(0, ...shuffled.map(({ length }) => length))
  const rounds = Array.from({ length: longest }, (_, round) =>
    shuffled.flatMap((group) => group[round] ?? []),
  )
  return rounds.flat().slice(0, count)
}

/** Orders by hash, so that changes elsewhere do not reorder them. */
function shuffle(mutations: readonly Mutation[], seed: string): Mutation[] {
  const rank = (mutation: Mutation) =>
    createHash('sha256')
      .update(JSON.stringify([seed, mutation]))
      .digest('hex')
  return mutations
    .map((mutation) => ({ mutation, rank: rank(mutation) }))
    .toSorted((a, b) => (a.rank < b.rank ? -1 : 1))
    .map(({ mutation }) => mutation)
}
