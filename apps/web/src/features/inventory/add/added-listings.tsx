import type { WireInventoryRow } from '@terrace/contracts/inventory-row'
import { fromWireMoney } from '@terrace/contracts/wire-money'
import { formatMoney } from '@terrace/domain/money/money'
import { formatTickets } from '@terrace/domain/tickets/format-count'

interface AddedListingsProps {
  rows: readonly WireInventoryRow[]
  nameOf: (row: WireInventoryRow) => string
}

/** What this dialog has added, newest first. */
export function AddedListings({ rows, nameOf }: AddedListingsProps) {
  if (rows.length === 0) return null
  return (
    <section
      aria-label="Added"
      className="thin-scroll max-h-40 overflow-y-auto rounded bg-sunken px-3 py-2 text-xs"
    >
      <h3 className="font-semibold">Added</h3>
      <ul className="tabular">
        {rows.map((row) => (
          <li key={row.id}>
            {nameOf(row)} · {formatTickets(row.quantity)} · {formatMoney(fromWireMoney(row.price))}
          </li>
        ))}
      </ul>
    </section>
  )
}
