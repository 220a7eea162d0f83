import { inTransaction, type Tx } from '#api/db/transaction.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import { invalidInput } from '#api/shared/app-error.ts'
import { retitlePairEvents } from '../performers/retitle-events.ts'
import { requireEntry } from './change-entries.ts'
import type { Entry } from './entries.repo.ts'
import {
  findClash,
  findSameIdentity,
  lockEntries,
  movePerformer,
  movePages,
  type MergeKind,
} from './merge-entries.repo.ts'
import { countSectionsNotIn, moveListings, moveVenue } from './merge-venues.repo.ts'
import { recordChange, type ManageContext } from './record-change.ts'

/**
 * Makes two entries one: events, names, entries, banners and menu entries move to the second, whose address the first
 * one's leads to from then on.
 * @throws `input.invalid` when they cannot be one, because they meet or have events at the same time
 */
export async function mergeEntries(
  context: ManageContext,
  kind: MergeKind,
  { from, into }: { from: string; into: string },
): Promise<void> {
  if (from === into) throw invalidInput({ into: [`is the same ${kind}`] })
  await inTransaction(context.db, async (tx) => {
    const one = await requireEntry(tx, kind, from, 'from')
    const other = await requireEntry(tx, kind, into, 'into')
    await lockEntries(tx, kind, [one.id, other.id])
    await rejectClash(tx, kind, one, other)
    if (kind === 'performer') await mergePerformer(tx, one, other)
    else await mergeVenue(tx, one, other)
    await recordChange(tx, context, { action: 'merge', what: kind, subject: `${from} into ${into}` })
  })
}

async function rejectClash(tx: Tx, kind: MergeKind, one: Entry, other: Entry): Promise<void> {
  if (kind === 'performer' && one.details['kind'] !== other.details['kind'])
    throw invalidInput({
      into: [`${one.name} is a ${one.details['kind']} and ${other.name} a ${other.details['kind']}`],
    })
  if (kind === 'venue' && one.details['timezone'] !== other.details['timezone'])
    throw invalidInput({
      into: [
        `${one.name} is in ${one.details['timezone']} and ${other.name} in ${other.details['timezone']}`,
      ],
    })
  const clash = await findClash(tx, kind, one.id, other.id)
  if (!clash) return
  const text =
    clash.event === clash.otherEvent
      ? `${one.name} and ${other.name} meet in event ${clash.event} (${clash.title})`
      : `${one.name} and ${other.name} have events at the same time: ${clash.event} (${clash.title}) and ${clash.otherEvent} (${clash.otherTitle})`
  throw invalidInput({ into: [text] })
}

async function mergePerformer(tx: Tx, one: Entry, other: Entry): Promise<void> {
  const same = await findSameIdentity(tx, one.id, other.id)
  if (same)
    throw invalidInput({
      into: [
        `events ${same.event} and ${same.otherEvent} would be the same fixture: remove one of them first`,
      ],
    })
  await retitlePairEvents(tx, one.id, { from: one.name, to: other.name })
  await movePerformer(tx, one.id, other.id)
  await movePages(tx, 'performer', { ...one, into: other.id })
}

async function mergeVenue(tx: Tx, one: Entry, other: Entry): Promise<void> {
  const lost = await countSectionsNotIn(tx, one.id, other.id)
  if (lost > 0)
    throw invalidInput({
      into: [
        `${lost} ${lost === 1 ? 'section' : 'sections'} of listings at ${one.name} are not in the plan of ${other.name}: name them with npm run import -- section-names first`,
      ],
    })
  const moved = await moveListings(tx, one.id, other.id)
  await moveVenue(tx, one.id, other.id)
  await recordEvents(
    tx,
    moved.map(({ eventId, listingId, version }) => ({
      topic: 'listing.updated' as const,
      subject: listingId,
      payload: { eventId, listingId, version },
    })),
  )
  await movePages(tx, 'venue', { ...one, into: other.id })
}
