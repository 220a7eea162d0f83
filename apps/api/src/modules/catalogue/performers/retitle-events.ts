import { slugify } from '@terrace/domain/text/slug'
import type { Tx } from '#api/db/transaction.ts'
import { pairTitle } from '../competitions/competition.ts'
import { readPairEvents, retitleEvents } from './pair-events.repo.ts'

/**
 * Puts the new name of a performer into the titles of its events with two performers, as the competition writes them.
 * Titles of their own, such as a final's, stay.
 */
export async function retitlePairEvents(
  tx: Tx,
  performerId: number,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const events = await readPairEvents(tx, performerId)
  const titles = events.flatMap(({ id, title, titleStyle, opponent, isHome }) => {
    const titleWith = (name: string) =>
      isHome ? pairTitle(titleStyle, name, opponent) : pairTitle(titleStyle, opponent, name)
    const next = titleWith(to)
    return title === titleWith(from) && next !== title ? [{ id, title: next, slug: slugify(next) }] : []
  })
  await retitleEvents(tx, titles)
}
