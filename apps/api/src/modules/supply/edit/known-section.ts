import type { CreateListingBody } from '@terrace/contracts/inventory-edit'
import { sectionIndex } from '@terrace/domain/tickets/section-names'
import { readVenueBlocks } from '#api/modules/catalogue/index.ts'
import { findVenueOfEvent } from '../supply.repo.ts'
import type { EditDeps } from './editor.ts'

/** The plan's name of the block, whose name sellers spell in many ways; otherwise the text as it is. */
export async function knownSection(
  { db }: Pick<EditDeps, 'db'>,
  { event_id: eventId, section }: Pick<CreateListingBody, 'event_id' | 'section'>,
): Promise<string> {
  const venueId = await findVenueOfEvent(db, eventId)
  if (venueId === undefined) return section
  const blocks = await readVenueBlocks(db, venueId)
  const found = sectionIndex(blocks).find(section)
  return found.kind === 'block' ? (blocks.find(({ id }) => id === found.id)?.name ?? section) : section
}
