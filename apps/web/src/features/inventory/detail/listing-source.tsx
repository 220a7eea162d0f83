import type { WireListingDetails } from '@terrace/contracts/inventory-details'
import { sharedSeatsText } from '#web/features/inventory/detail/shared-seats.ts'
import { inViewerTimeZone } from '#web/lib/format/viewer-time.ts'

/** Where the listing comes from, and why it may not be sold. */
export function ListingSource({
  source,
  barcodes,
  refusals,
  shared_seats: sharedSeats,
}: Omit<WireListingDetails, 'sales' | 'unsold_seats'>) {
  return (
    <>
      {refusals.map((reason) => (
        <p key={reason} role="alert" className="rounded bg-signal-soft p-3 text-xs text-signal">
          {reason}
        </p>
      ))}
      {sharedSeats.length > 0 && (
        <p role="alert" className="rounded bg-signal-soft p-3 text-xs text-signal">
          {sharedSeatsText(sharedSeats)}
        </p>
      )}
      <p className="text-xs text-muted">
        {source === null
          ? 'Added by hand.'
          : `From ${source.file_name ?? 'a file that is deleted'}${source.line === null ? '' : `, line ${source.line}`}, read by the profile ${source.profile_name} on ${inViewerTimeZone(source.imported_at)}.`}
        {barcodes > 0 && ` ${barcodes} ${barcodes === 1 ? 'ticket has' : 'tickets have'} a barcode.`}
      </p>
    </>
  )
}
